/** How far back the page looks. */
export const spans = ['7d', '30d', '12m'] as const;
export type UsageSpan = (typeof spans)[number];

/** One bar: a day, or a month. */
export interface Period {
  /** 2026-11-19, or 2026-11. */
  key: string;
  /** Its first and last day. */
  from: string;
  to: string;
}

/** The day that it is at a place, as 2026-11-19. A place that this browser does not know has the day of the browser. */
export function dayIn(zone: string | undefined, now: number): string {
  const shift = offsetOf(zone ?? '');
  if (shift !== undefined) return new Date(now + shift).toISOString().slice(0, 10);
  try {
    return written(new Intl.DateTimeFormat('en', { ...parts, ...(zone ? { timeZone: zone } : {}) }), now);
  } catch {
    return written(new Intl.DateTimeFormat('en', parts), now);
  }
}

const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

function written(format: Intl.DateTimeFormat, now: number): string {
  const found = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${found.get('year') ?? ''}-${found.get('month') ?? ''}-${found.get('day') ?? ''}`;
}

/** Of a place that is named by its offset, as some browsers do not know it: +01:00, GMT+01:00, Z. */
function offsetOf(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const [, sign, hours, minutes] = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?/.exec(zone) ?? [];
  if (!sign) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** The days or months that a span shows, the last one with today. */
export function periodsOf(span: UsageSpan, today: string): Period[] {
  if (span === '12m') return Array.from({ length: 12 }, (_, at) => monthOf(today, at - 11));
  const days = span === '7d' ? 7 : 30;
  return Array.from({ length: days }, (_, at) => {
    const key = addDays(today, at - days + 1);
    return { key, from: key, to: key };
  });
}

export function addDays(day: string, by: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

function monthOf(today: string, by: number): Period {
  const date = utc(`${today.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + by);
  const from = date.toISOString().slice(0, 10);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return { key: from.slice(0, 7), from, to: addDays(date.toISOString().slice(0, 10), -1) };
}

/** A day as a moment that every zone reads as the same day, with `timeZone: 'UTC'`. */
export function utc(day: string): Date {
  return new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00.000Z`);
}

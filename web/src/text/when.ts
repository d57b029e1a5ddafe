import { clock, clockWithSeconds, narrowDate, weekday, whole } from './dates';
import { grouped } from './grouped';
import { language } from './index';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const locale = (): string => (language === 'de' ? 'de-DE' : 'en-GB');

/** A time for a narrow column: now, 2m and 3h of today, 14:05 of yesterday, Thu, 12 Nov, 2024. */
export function short(at: string | null | undefined, now: number): string {
  const then = Date.parse(at ?? '');
  if (Number.isNaN(then)) return '';
  const age = now - then;
  const date = new Date(then);
  const midnight = (daysAgo: number) => {
    const today = new Date(now);
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo).getTime();
  };
  if (age < minute) return language === 'de' ? 'jetzt' : 'now';
  if (then >= midnight(0))
    return age < hour ? `${String(Math.floor(age / minute))}m` : `${String(Math.floor(age / hour))}h`;
  if (then >= midnight(1)) return clock(date);
  if (then >= midnight(7)) return weekday(date, language);
  const year = date.getFullYear();
  return year === new Date(now).getFullYear() ? narrowDate(date, language) : String(year);
}

/** A time to come: 18:00 of today, Mon 09:00 of the next days, else the whole date. */
export function ahead(at: string, now: number): string {
  const then = new Date(at);
  const today = new Date(now);
  const inDays = (days: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
  if (then < inDays(1)) return clock(then);
  return then < inDays(7) ? `${weekday(then, language)} ${clock(then)}` : whole(then, language);
}

/** A time in words: 3 minutes ago, yesterday. */
export function ago(at: string | null | undefined, now: number): string {
  const then = Date.parse(at ?? '');
  if (Number.isNaN(then)) return '';
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const age = Math.min(0, then - now); // the page's clock ticks slowly: what just happened is not yet to come
  if (-age < hour) return words.format(Math.ceil(age / minute), 'minute');
  if (-age < day) return words.format(Math.ceil(age / hour), 'hour');
  return -age < 30 * day ? words.format(Math.ceil(age / day), 'day') : format(then, 'date');
}

/** A whole time, for tooltips, details and the time slider. */
export function full(at: string | number | null | undefined): string {
  const then = typeof at === 'number' ? at : Date.parse(at ?? '');
  return Number.isNaN(then) ? '' : whole(new Date(then), language);
}

export function hourOf(at: string | null | undefined): string {
  const then = Date.parse(at ?? '');
  return Number.isNaN(then) ? '' : format(then, 'hour');
}

/** To the second, for receipts. */
export function secondOf(at: string): string {
  const then = new Date(at);
  return Number.isNaN(then.getTime()) ? '' : clockWithSeconds(then);
}

export function dayOf(at: string | number): string {
  return format(typeof at === 'number' ? at : Date.parse(at), 'longDay');
}

export function size(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '';
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const unit = units[power] ?? 'byte';
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value);
}

export function number(n: number): string {
  if (!Number.isInteger(n)) return n.toLocaleString(locale());
  return grouped(n, language === 'de' ? '.' : ',');
}

const formats = {
  date: { dateStyle: 'medium' },
  hour: { hour: '2-digit', minute: '2-digit' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const made = new Map<string, Intl.DateTimeFormat>();

/** To make a format takes longer than to draw a row of a table: each is made once. */
function format(at: number, name: keyof typeof formats): string {
  const key = `${locale()} ${name}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale(), formats[name]);
  made.set(key, known);
  return known.format(at);
}

/** As the server writes moments. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

import { locale } from '../text/when';
import type { Span } from './timetravel.svelte';

/** A mark below the slider: where it stands, in hundredths of the way, and what it says. */
export interface Tick {
  at: number;
  label: string;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Marks closer to the ends than this would be cut off. */
const margin = 3;

/** Round moments between two others: hours of a day, days of a week or month, else whole days far enough apart. */
export function ticks(from: number, to: number, span: Span): Tick[] {
  const step = span === 'day' ? 4 * hour : span === 'week' ? day : Math.max(1, Math.round((to - from) / day / 6)) * day;
  const say = new Intl.DateTimeFormat(locale(), format(span));
  const found: Tick[] = [];
  for (let time = firstRound(from, step); time < to; time = next(time, step)) {
    const at = ((time - from) / (to - from)) * 100;
    if (at > margin && at < 100 - margin) found.push({ at, label: say.format(time) });
  }
  return found;
}

function format(span: Span): Intl.DateTimeFormatOptions {
  if (span === 'day') return { hour: '2-digit', minute: '2-digit' };
  return span === 'week' ? { weekday: 'short', day: 'numeric' } : { day: 'numeric', month: 'short' };
}

/** The first whole hour or midnight of this place after a moment. */
function firstRound(from: number, step: number): number {
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  let time = midnight;
  while (time <= from) time = next(time, Math.min(step, day));
  return time;
}

/** A day later at the same hour of the clock, also where the clock was changed in between. */
function next(time: number, step: number): number {
  if (step < day) return time + step;
  const later = new Date(time);
  return later.setDate(later.getDate() + step / day);
}

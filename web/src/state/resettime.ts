import type { UsageLimit } from '../protocol/usage';

/** As far ahead as the server takes a time. */
export const furthest = 30 * 86_400_000;

const minute = 60_000;
const full = 100;

/** The times ahead at which limits begin again, the next one first. */
export function resetsOf(limits: readonly UsageLimit[], now: number): number[] {
  const times = limits.flatMap(({ resets_at: at }) => (at === null ? [] : [nextMinute(Date.parse(at))]));
  const ahead = times.filter((at) => at > now && at <= now + furthest);
  return [...new Set(ahead)].sort((one, other) => one - other);
}

/** Every limit that is used up must have begun again; where none is, the next one that does. */
export function proposedOf(limits: readonly UsageLimit[], now: number): number | undefined {
  const used = limits.filter(({ used_percent: percent }) => percent >= full);
  return resetsOf(used, now).at(-1) ?? resetsOf(limits, now)[0];
}

/** The first whole minute that is not earlier: fields know no seconds. */
export function nextMinute(at: number): number {
  return Math.ceil(at / minute) * minute;
}

/** A moment as a field for date and time takes it, in the time of this computer. */
export function fieldOf(moment: number): string {
  const at = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment that a field for date and time names, as the server takes it. */
export function momentOf(field: string): string {
  return new Date(field).toISOString();
}

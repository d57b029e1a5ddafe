import type { QuietHours } from '../../protocol/push';

/** What is offered first. */
export const usualQuiet: QuietHours = { from: 22 * 60, to: 7 * 60 };

/** A minute of the day as a field of times has it. */
export function timeOf(minute: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Undefined while it is no time yet. */
export function minuteOf(time: string): number | undefined {
  const [, hours = '', minutes = ''] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return hours !== '' && Number(minutes) < 60 && minute < 24 * 60 ? minute : undefined;
}

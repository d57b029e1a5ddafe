import type { SessionRow } from '../protocol/session';

export type SnoozeName = 'hour' | 'evening' | 'tomorrow' | 'week' | 'needed';

/** How long a session may stay away; without a time, until it needs somebody. */
export interface SnoozeChoice {
  name: SnoozeName;
  until: Date | undefined;
}

const evening = 18;
const morning = 9;
const monday = 1;

/** What is offered at a moment, by the calendar of this computer. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const at = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const tomorrow = at(1, morning);
  const week = at((monday + 7 - now.getDay()) % 7 || 7, morning);
  return [
    { name: 'hour', until: new Date(now.getTime() + 60 * 60_000) },
    ...(isBefore(now, evening - 1, 30) ? [{ name: 'evening' as const, until: at(0, evening) }] : []),
    { name: 'tomorrow', until: tomorrow },
    ...(week.getTime() === tomorrow.getTime() ? [] : [{ name: 'week' as const, until: week }]),
    { name: 'needed', until: undefined },
  ];
}

function isBefore(now: Date, hour: number, minute: number): boolean {
  return now.getHours() * 60 + now.getMinutes() < hour * 60 + minute;
}

/** Whether its snooze would mean anything now: a time that is over has no meaning any more. */
export function sleeps(state: Pick<SessionRow, 'snoozed' | 'snoozed_until'>, now: number): boolean {
  return state.snoozed && (state.snoozed_until === null || Date.parse(state.snoozed_until) > now);
}

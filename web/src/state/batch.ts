import type { JournalEvent } from '../protocol/journal';

export type WayBack = { seq: number } | { batch: string };

/** A step of the journal: one entry, or several that were made together. */
export interface Step {
  /** The entry that describes it. */
  event: JournalEvent;
  /** All of them, newest first; one where nothing else belongs to it. */
  events: readonly JournalEvent[];
}

/** The entries as steps: a batch is one line, in the place of its newest entry. */
export function stepsOf(events: readonly JournalEvent[]): Step[] {
  const steps = new Map<string, JournalEvent[]>();
  for (const event of events) {
    const key = event.batch ?? event.id;
    steps.set(key, [...(steps.get(key) ?? []), event]);
  }
  return [...steps.values()].flatMap((all) => {
    const event = all.find((one) => one.type.startsWith('project_')) ?? all[0];
    return event ? [{ event, events: all }] : [];
  });
}

/** How many sessions a step touched. */
export function sessionsOf(step: Step): number {
  return new Set(step.events.map((event) => event.subject).filter((subject) => subject.includes(':'))).size;
}

/** What to undo on the server: a batch as one, whatever part of it a filter left visible. */
export function wayBack(event: JournalEvent): WayBack {
  return event.batch ? { batch: event.batch } : { seq: event.seq };
}

import type { Marks, Then } from '../protocol/journal';
import type { SessionRow } from '../protocol/session';
import { inOrder } from './order';
import { sleeps } from './snooze';

export type Mark = 'title' | 'sticky' | 'archived' | 'snoozed' | 'project';

/** One changed mark of one session. */
export interface Difference {
  sid: string;
  mark: Mark;
  then: AllMarks;
  now: AllMarks;
}

/** Links between sessions and what happens at a time are no marks that are set again. */
type NotSetAgain = 'handed_from' | 'handed_to' | 'continue_at' | 'continue_text';

/** Marks, those that an answer leaves out as well. */
export type AllMarks = Required<Omit<Marks, NotSetAgain>>;

/** A row as it was then, with what differs today. */
export type RowThen = SessionRow & { differs?: readonly Difference[] };

const bare: AllMarks = {
  title: null,
  sticky: false,
  archived: null,
  project_id: null,
  snoozed: false,
  snoozed_until: null,
};

export function marksOf(state: Then, sid: string): AllMarks {
  return { ...bare, ...state.sessions[sid] };
}

/** What is different between two moments, session by session. A snooze whose time has come by now was never there. */
export function differences(then: Then, now: Then, today = Date.now()): Difference[] {
  const all = new Set([...Object.keys(then.sessions), ...Object.keys(now.sessions)]);
  return [...all].flatMap((sid) => {
    const [a, b] = [marksOf(then, sid), marksOf(now, sid)];
    const found: [Mark, boolean][] = [
      ['title', a.title !== b.title],
      ['sticky', a.sticky !== b.sticky],
      ['archived', (a.archived ?? false) !== (b.archived ?? false)],
      ['snoozed', snoozeOf(a, today) !== snoozeOf(b, today)],
      ['project', a.project_id !== b.project_id],
    ];
    return found.filter(([, differs]) => differs).map(([mark]) => ({ sid, mark, then: a, now: b }));
  });
}

function snoozeOf(marks: AllMarks, now: number): string {
  return sleeps(marks, now) ? (marks.snoozed_until ?? 'needed') : '';
}

/** Leaves out later sessions: they had no marks then that could be restored. */
export function existing(found: readonly Difference[], rows: readonly SessionRow[], at: string): Difference[] {
  const later = new Set(rows.filter((row) => row.created_at > at).map((row) => row.id));
  return found.filter((one) => !later.has(one.sid));
}

/** The rows as they stood then, archived ones too: with the marks of then, without what did not exist yet, in their order. */
export function rowsThen(rows: readonly SessionRow[], then: Then, differs: readonly Difference[] = []): RowThen[] {
  const bySession = new Map<string, Difference[]>();
  for (const one of differs) bySession.set(one.sid, [...(bySession.get(one.sid) ?? []), one]);
  return rows
    .filter((row) => row.created_at <= then.at)
    .map((row) => ({
      ...marked(row, marksOf(then, row.id), Date.parse(then.at)),
      differs: bySession.get(row.id) ?? [],
    }))
    .sort(inOrder);
}

function marked(row: SessionRow, marks: AllMarks, at: number): SessionRow {
  const snoozed = sleeps(marks, at);
  const own = row.title_source === 'user' ? row.first_message : row.title;
  return {
    ...row,
    title: marks.title ?? own,
    sticky: marks.sticky,
    archived: marks.archived ?? false,
    snoozed,
    snoozed_until: snoozed ? marks.snoozed_until : null,
    project_id: marks.project_id,
    live: false,
    elsewhere: null,
    background: [],
    status: 'off',
    review: null,
    question: null,
    review_off: false,
    continue_at: null,
  };
}

/** Changes by slices of time, for the bars above the slider. */
export function histogram(times: readonly number[], from: number, to: number, slices: number): number[] {
  const bars = new Array<number>(slices).fill(0);
  const width = Math.max(to - from, 1);
  for (const time of times) {
    const at = Math.floor(((time - from) / width) * slices);
    if (at >= 0 && at < slices) bars[at] = (bars[at] ?? 0) + 1;
  }
  return bars;
}

import type { SessionRow } from '../protocol/session';
import { isInFolders, isSnoozedAsAsked, isWhereAsked, needsYou, orderOf, type Filter } from './filter';

/** As much of a list as the page holds: a beginning of it, or all. */
export interface Held {
  rows: readonly SessionRow[];
  complete: boolean;
  filter: Filter;
  /** The row as it stands in a page far from the beginning, if it is in one. */
  further?: SessionRow | undefined;
}

/**
 * What the news may have changed: anything of a row (`facts`); only what its program does (`runs`); the same of a
 * session that the page sees for the first time, because a program was started on it (`seen`).
 */
export type Cause = 'facts' | 'runs' | 'seen';

/** The effect on a list: only the row itself changes; the row moves; the server has to be asked. */
export type Meaning = 'nothing' | 'place' | 'ask';

/**
 * What news of one row means for a list. The server is asked only where order, total or facets may have changed in a
 * way that the rows at hand cannot show.
 */
export function meaningOf(held: Held, now: SessionRow, cause: Cause): Meaning {
  const before = held.rows.find((row) => row.id === now.id);
  if (before) return ofHeld(held, before, now);
  return held.further ? ofFurther(held, held.further, now) : ofOther(held, now, cause);
}

/** A local estimate: only the server knows whether the words occur. */
export function belongs(row: SessionRow, filter: Filter): boolean {
  return (
    isListed(row) &&
    row.archived === filter.archived &&
    isSnoozedAsAsked(row, filter) &&
    isOfEngines(row, filter) &&
    isOfHosts(row, filter) &&
    (filter.project === undefined || filter.project === (row.project_id ?? 'none')) &&
    isInFolders(row.cwd, filter.folders) &&
    isWhereAsked(row, filter) &&
    (!filter.live || row.live !== false) &&
    (!filter.needsYou || needsYou(row))
  );
}

function isOfEngines(row: SessionRow, { engines }: Filter): boolean {
  return engines.length === 0 || engines.includes(row.engine);
}

/** The page does not know what its own host is called: rows of it may belong. */
function isOfHosts({ host }: SessionRow, { hosts }: Filter): boolean {
  return hosts.length === 0 || host === null || hosts.includes(host);
}

/** Sub-agents' sessions stand under those that began them, and in no list. */
export function isListed(row: SessionRow): boolean {
  return (row.parent_id ?? null) === null;
}

function ofHeld(held: Held, before: SessionRow, now: SessionRow): Meaning {
  if (!belongs(now, held.filter)) return 'ask'; // it leaves: another total, other facets
  if (before.project_id !== now.project_id) return 'ask'; // the facets count projects
  if (hasWords(held) && textsOf(before) !== textsOf(now)) return 'ask';
  if (orderOf(held.filter)(before, now) === 0) return 'nothing';
  return held.complete || ranksWithin(held, now) ? 'place' : 'ask';
}

/** Its place among rows that are not at hand is known as long as it does not move. */
function ofFurther(held: Held, before: SessionRow, now: SessionRow): Meaning {
  const stays = ofHeld({ ...held, complete: true }, before, now) === 'nothing';
  return stays ? 'nothing' : 'ask';
}

function ofOther(held: Held, now: SessionRow, cause: Cause): Meaning {
  const { complete, filter } = held;
  const ofPrograms = filter.live || filter.needsYou;
  if (!belongs(now, filter)) {
    const mayHaveBelonged = isListed(now) && isOfEngines(now, filter) && (cause === 'facts' || ofPrograms);
    return mayHaveBelonged && !complete ? 'ask' : 'nothing'; // it was counted further down, perhaps, and has left
  }
  if (cause === 'facts' || ofPrograms) return 'ask';
  if (hasWords(held)) return cause === 'seen' ? 'ask' : 'nothing'; // words do not begin to occur by running
  return complete || ranksWithin(held, now) ? 'ask' : 'nothing'; // else it stands further down, as it did
}

/** What stands before the last row that is held has its place among the held ones. */
function ranksWithin({ rows, filter }: Held, row: SessionRow): boolean {
  const last = rows.at(-1);
  return last !== undefined && orderOf(filter)(row, last) < 0;
}

function hasWords({ filter }: Held): boolean {
  return filter.words.trim() !== '';
}

/** What the words may occur in. */
function textsOf(row: SessionRow): string {
  return JSON.stringify([row.title, row.first_message, row.cwd, row.branch, row.model]);
}

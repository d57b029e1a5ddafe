import type { Facets, SessionRow, TimeCount, Times } from '../protocol/session';

/** `favourites`, `waiting`, `today`, `yesterday`, `week`, a month (`2026-09`) or a year (`2025`). */
export type GroupKey = string;

export interface Group {
  key: GroupKey;
  count: number;
}

/** Months of an earlier year that have a group of their own: in January, December is not "last year" yet. */
const monthsOfLastYear = 3;

/**
 * The groups of a list in its order: from the rows at hand, and from the counts of those behind them. A row that is not
 * in its place, because nothing may move just now, is counted where it stands: no group occurs twice.
 *
 * @param byTime else all but the favourites are one group
 */
export function groupsOf(rows: readonly SessionRow[], behind: Times, now: number, byTime = true): Group[] {
  const calendar = new Calendar(now);
  const groupAt = (day: string) => (byTime ? calendar.group(day) : ['waiting', '']) as [GroupKey, string];
  const groups: Group[] = [];
  const add = (key: GroupKey, count: number) => {
    const last = groups.at(-1);
    if (last && groups.some((group) => group.key === key)) last.count += count;
    else if (count > 0) groups.push({ key, count });
  };
  const favourites = favouritesFirst(rows);
  add('favourites', favourites);
  let [key, since] = ['', ''];
  for (const row of rows.slice(favourites)) {
    if (key === '' || row.updated_at < since) [key, since] = groupAt(dayOf(row.updated_at));
    add(key, 1);
  }
  if (favourites === rows.length) add('favourites', behind.favourites);
  else if (behind.favourites > 0) add(key, behind.favourites);
  for (const { at, count } of behind.counts) add(groupAt(at)[0], count);
  return groups;
}

/** How many stand among the favourites: one that is none any more may still stand between them. */
function favouritesFirst(rows: readonly SessionRow[]): number {
  let at = 0;
  while (rows[at]?.sticky || (rows[at] && rows[at + 1]?.sticky)) at += 1;
  return at;
}

/** What a whole list counts, without the rows at hand. */
export function behind(whole: Times, rows: readonly SessionRow[]): Times {
  const left = new Map(whole.counts.map(({ at, count }) => [at, count]));
  let { favourites } = whole;
  for (const row of rows) {
    const day = dayOf(row.updated_at);
    const at = left.has(day) ? day : day.slice(0, 7);
    if (row.sticky) favourites -= 1;
    else left.set(at, (left.get(at) ?? 0) - 1);
  }
  const counts = whole.counts.map(({ at }): TimeCount => ({ at, count: Math.max(0, left.get(at) ?? 0) }));
  return { favourites: Math.max(0, favourites), counts: counts.filter(({ count }) => count > 0) };
}

/** The rows that are not at hand, as far as a page tells how they are spread: only a list by time does. */
export function restOf(
  { total, facets: { times } }: { total: number; facets: Pick<Facets, 'times'> },
  rows: readonly SessionRow[],
): Times {
  if (times) return behind(times, rows);
  const count = Math.max(0, total - rows.length);
  return { favourites: 0, counts: count > 0 ? [{ at: 'unknown', count }] : [] };
}

/** The day of a moment by this browser's calendar. */
export function dayOf(at: string | number): string {
  const date = new Date(at);
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The groups that are folded until somebody unfolds them: the months from the third on, and the years. */
export function foldedAtFirst(groups: readonly Group[]): ReadonlySet<GroupKey> {
  const dated = groups.filter(({ key }) => /^\d/.test(key));
  return new Set(dated.filter(({ key }, at) => at >= 2 || !isMonth(key)).map(({ key }) => key));
}

export function isMonth(key: GroupKey): boolean {
  return key.length === '2026-09'.length && key.includes('-');
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

/** Which group a day or month belongs to, seen from a moment. */
class Calendar {
  readonly #today: string;
  readonly #yesterday: string;
  readonly #week: string;
  readonly #year: string;
  readonly #firstMonth: string;

  constructor(now: number) {
    const date = new Date(now);
    const daysAgo = (days: number) =>
      dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime());
    this.#today = daysAgo(0);
    this.#yesterday = daysAgo(1);
    this.#week = daysAgo(7);
    this.#year = this.#today.slice(0, 4);
    this.#firstMonth = dayOf(new Date(date.getFullYear(), date.getMonth() - monthsOfLastYear, 1).getTime()).slice(0, 7);
  }

  /** The group's name, and the moment from which on everything newer than the day is in it. */
  group(at: string): [key: GroupKey, since: string] {
    if (at >= this.#today) return ['today', moment(this.#today)];
    if (at >= this.#yesterday) return ['yesterday', moment(this.#yesterday)];
    if (at >= this.#week) return ['week', moment(this.#week)];
    const month = at.slice(0, 7);
    if (month.startsWith(this.#year) || month >= this.#firstMonth) return [month, moment(`${month}-01`)];
    const year = at.slice(0, 4);
    return [year, moment(`${year}-01-01`)];
  }
}

/** The first moment of a day, as the server writes moments. */
function moment(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toISOString();
}

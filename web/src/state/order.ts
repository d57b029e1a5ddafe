import type { SessionRow } from '../protocol/session';

/** The server's order: favourites first, then newest first, ties by id. */
export function inOrder(a: SessionRow, b: SessionRow): number {
  if (a.sticky !== b.sticky) return a.sticky ? -1 : 1;
  const newer = b.updated_at.localeCompare(a.updated_at);
  return newer || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

export type Order = (a: SessionRow, b: SessionRow) => number;

/** Favourites first, then what waits longest; among those that do not ask anything, as the list. */
export function waitingOrder(a: SessionRow, b: SessionRow): number {
  if (a.sticky !== b.sticky) return a.sticky ? -1 : 1;
  const [since, other] = [a.question?.since ?? '~', b.question?.since ?? '~'];
  return since === other ? inOrder(a, b) : since < other ? -1 : 1;
}

/**
 * Merges a fresh beginning of the list with what is loaded. Rows that rank after the fresh part stay as they were; a
 * row
 * missing from the fresh part that would rank inside it has left the list.
 */
export function freshened(
  old: readonly SessionRow[],
  fresh: readonly SessionRow[],
  whole: boolean,
  order: Order = inOrder,
): SessionRow[] {
  const last = fresh.at(-1);
  if (whole || !last) return [...fresh];
  const known = new Set(fresh.map((row) => row.id));
  return [...fresh, ...old.filter((row) => !known.has(row.id) && order(last, row) < 0)];
}

/** One row in the place that its new facts give it; the others keep their order. */
export function placed(old: readonly SessionRow[], row: SessionRow, order: Order = inOrder): SessionRow[] {
  const others = old.filter((one) => one.id !== row.id);
  const behind = others.findIndex((one) => order(row, one) < 0);
  return behind < 0 ? [...others, row] : [...others.slice(0, behind), row, ...others.slice(behind)];
}

/** New facts in the old places: nothing moves under a pointer. */
export function inPlace(old: readonly SessionRow[], fresh: readonly SessionRow[]): SessionRow[] {
  const facts = new Map(fresh.map((row) => [row.id, row]));
  return old.map((row) => facts.get(row.id) ?? row);
}

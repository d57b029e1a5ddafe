import type { SessionRow } from '../protocol/session';

export type Group = 'favourites' | 'today' | 'yesterday' | 'week' | 'month' | 'earlier';

export type Line = { kind: 'group'; group: Group } | { kind: 'row'; row: SessionRow; at: number };

const day = 86_400_000;

/** The lines of the list: each group's name once, before its first row. The rows keep the server's order. */
export function linesOf(rows: readonly SessionRow[], now: number): Line[] {
  const lines: Line[] = [];
  let last: Group | undefined;
  rows.forEach((row, at) => {
    const group = groupOf(row, now);
    if (group !== last) lines.push({ kind: 'group', group });
    last = group;
    lines.push({ kind: 'row', row, at });
  });
  return lines;
}

export function groupOf(row: SessionRow, now: number): Group {
  if (row.sticky) return 'favourites';
  const today = new Date(now).setHours(0, 0, 0, 0);
  const then = Date.parse(row.updated_at);
  if (then >= today) return 'today';
  if (then >= today - day) return 'yesterday';
  if (then >= today - 7 * day) return 'week';
  return then >= today - 30 * day ? 'month' : 'earlier';
}

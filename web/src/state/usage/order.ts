import type { UsageQuery, UsageRow } from '../../protocol/usage';
import { tokensIn } from './sums';

/** The columns of the sessions' table. */
export const columns = ['session', 'project', 'messages', 'in', 'out', 'cost', 'last'] as const;
export type Column = (typeof columns)[number];

export interface Order {
  by: Column;
  /** The smallest first. */
  up: boolean;
}

export const usualOrder: Order = { by: 'cost', up: false };

/** A press on a column: names from A on and numbers from the largest on at first, then the other way round. */
export function pressed(order: Order, by: Column): Order {
  return { by, up: order.by === by ? !order.up : by === 'session' || by === 'project' };
}

/** What is not known stands last, whichever way round. */
export function inOrder(
  rows: readonly UsageRow[],
  { by, up }: Order,
  nameOf: (row: UsageRow, column: 'session' | 'project') => string,
): UsageRow[] {
  const words = by === 'session' || by === 'project';
  const compare = words ? compareWords((row) => nameOf(row, by)) : compareNumbers((row) => valueOf(row, by));
  return rows.toSorted((a, b) => compare(a, b, up ? 1 : -1) || a.key.localeCompare(b.key));
}

type Compare = (a: UsageRow, b: UsageRow, sign: 1 | -1) => number;

function compareWords(of: (row: UsageRow) => string): Compare {
  return (a, b, sign) => unknownLast(of(a) || undefined, of(b) || undefined) ?? sign * of(a).localeCompare(of(b));
}

function compareNumbers(of: (row: UsageRow) => number | undefined): Compare {
  return (a, b, sign) => unknownLast(of(a), of(b)) ?? sign * ((of(a) ?? 0) - (of(b) ?? 0));
}

function unknownLast(a: unknown, b: unknown): number | undefined {
  if (a !== undefined && b !== undefined) return undefined;
  return Number(a === undefined) - Number(b === undefined);
}

function valueOf(row: UsageRow, by: Exclude<Column, 'session' | 'project'>): number | undefined {
  if (by === 'messages') return row.messages;
  if (by === 'in') return tokensIn(row);
  if (by === 'out') return row.output;
  if (by === 'cost') return row.cost ?? undefined;
  return row.last_at === null ? undefined : Date.parse(row.last_at);
}

/** By what the server chooses the rows, where there are more than it sends. */
export function chosenBy({ by }: Order): NonNullable<UsageQuery['sort']> {
  if (by === 'cost' || by === 'last') return by;
  return 'tokens';
}

import type { UsageCounts, UsageRow } from '../../protocol/usage';
import type { Period } from './calendar';

/** What the plot shows of each day. */
export const measures = ['cost', 'tokens', 'sessions'] as const;
export type Measure = (typeof measures)[number];

/** One bar of the plot; without `counts` nothing was used. */
export interface Bar extends Period {
  counts: UsageCounts | undefined;
  sessions: number;
}

/** All that was sent, also what came from a cache or went to one. */
export function tokensIn({ input, cache_read, cache_write }: UsageCounts): number {
  return input + cache_read + cache_write;
}

export function tokensOf(counts: UsageCounts): number {
  return tokensIn(counts) + counts.output;
}

/** The rows of days by the bars that they belong to; a day without a row has an empty bar. */
export function barsOf(periods: readonly Period[], rows: readonly UsageRow[]): Bar[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return periods.map((period) => {
    const row = byKey.get(period.key);
    return { ...period, counts: row, sessions: row?.sessions ?? 0 };
  });
}

/** As high as the bar is; undefined where there was something and nobody knows how much. */
export function valueOf({ counts, sessions }: Bar, measure: Measure): number | undefined {
  if (measure === 'sessions') return sessions;
  if (!counts) return 0;
  return measure === 'tokens' ? tokensOf(counts) : (counts.cost ?? (tokensOf(counts) > 0 ? undefined : 0));
}

export interface Sum {
  tokens: number;
  /** Undefined where nothing of it has a price. */
  cost: number | undefined;
  /** Something of it has no price: it cost more than that. */
  more: boolean;
}

/** What is not known is not taken for nothing. */
export function sumOf(all: readonly (UsageCounts | undefined)[]): Sum {
  const known = all.filter((counts) => counts !== undefined);
  const costs = known.flatMap(({ cost }) => cost ?? []);
  return {
    tokens: known.reduce((sum, counts) => sum + tokensOf(counts), 0),
    cost: costs.length > 0 || known.every((counts) => tokensOf(counts) === 0) ? total(costs) : undefined,
    more: known.some(({ unpriced }) => unpriced > 0),
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The first rows by themselves, the rest as one. */
export interface Folded {
  shown: UsageRow[];
  others: { count: number; sum: Sum } | undefined;
}

/** Where only one would be left over, it is shown. */
export function folded(rows: readonly UsageRow[], most: number): Folded {
  if (rows.length <= most) return { shown: [...rows], others: undefined };
  const rest = rows.slice(most - 1);
  return { shown: rows.slice(0, most - 1), others: { count: rest.length, sum: sumOf(rest) } };
}

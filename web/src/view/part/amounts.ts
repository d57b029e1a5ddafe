import type { RowUsage, UsageCounts } from '../../protocol/usage';
import { tokensOf } from '../../state/usage/sums';
import { t } from '../../text';
import { money, tokens } from '../../text/amount';

/** Where there is nothing to say. */
export const dash = '–';

type Counts = Pick<UsageCounts, 'cost' | 'unpriced' | 'input' | 'output' | 'cache_read' | 'cache_write'>;

/** A cost as a column shows it: with a plus where a part has no price, and never as nothing where it is not known. */
export function costOf(counts: Counts, currency: string): string {
  if (counts.cost === null) return tokensOf(counts as UsageCounts) > 0 ? t.usage.notPriced : dash;
  return money(counts.cost, currency) + (counts.unpriced > 0 ? '+' : '');
}

/** The same for who hears it. */
export function costSaid(counts: Counts, currency: string): string {
  const known = counts.cost !== null && counts.unpriced > 0;
  return known ? t.usage.atLeast(money(counts.cost ?? 0, currency)) : costOf(counts, currency);
}

/** What a session used, as its row says it: what is seen there, and what there is no room for. */
export function usageOnRow({ cost, tokens: all }: RowUsage, roomy: boolean): { shown: string; unseen: string } {
  const used = t.usage.tokens(tokens(all));
  if (cost === null) return { shown: all > 0 ? tokens(all) : dash, unseen: all > 0 ? t.usage.notPriced : used };
  const price = money(cost, 'USD');
  return roomy ? { shown: `${tokens(all)} · ${price}`, unseen: '' } : { shown: price, unseen: used };
}

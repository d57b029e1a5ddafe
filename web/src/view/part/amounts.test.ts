import { expect, it } from 'vitest';
import { usageRow } from '../../../test/usage';
import { costOf, costSaid, usageOnRow } from './amounts';

const plain = (words: { shown: string; unseen: string }) =>
  [words.shown, words.unseen].map((one) => one.replaceAll('\u00a0', ' '));

it('what has no price says so, and what was not used says nothing', () => {
  expect(costOf(usageRow('a', { input: 5, unpriced: 5 }), 'USD')).toBe('not priced');
  expect(costOf(usageRow('a'), 'USD')).toBe('–');
});

it('a price of a part is more than that', () => {
  const row = usageRow('a', { input: 5, cost: 1.5, unpriced: 2 });
  expect([costOf(row, 'USD'), costSaid(row, 'USD')]).toEqual(['$1.50+', 'at least $1.50']);
});

it('a row says what it cost, and the tokens where there is room or no price', () => {
  const used = { cost: 3, tokens: 2_240_000 };
  expect(plain(usageOnRow(used, false))).toEqual(['$3.00', '2.2 M tokens']);
  expect(plain(usageOnRow(used, true))).toEqual(['2.2 M · $3.00', '']);
  expect(plain(usageOnRow({ ...used, cost: null }, true))).toEqual(['2.2 M', 'not priced']);
});

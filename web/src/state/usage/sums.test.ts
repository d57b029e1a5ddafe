import { describe, expect, it } from 'vitest';
import { usageRow } from '../../../test/usage';
import { periodsOf } from './calendar';
import { barsOf, folded, sumOf, tokensIn, tokensOf, valueOf } from './sums';

const used = { input: 10, output: 5, cache_read: 100, cache_write: 20, reasoning: 3 };

it('what was sent includes what came from a cache or went to one; reasoning is a part of the output', () => {
  const row = usageRow('x', used);
  expect([tokensIn(row), tokensOf(row)]).toEqual([130, 135]);
});

describe('bars', () => {
  const bars = barsOf(periodsOf('7d', '2026-11-20'), [
    usageRow('2026-11-19', { ...used, cost: 2, sessions: 3 }),
    usageRow('2026-11-18', { ...used, cost: null, sessions: 1 }),
    usageRow('2026-10-01', { ...used, cost: 9 }),
  ]);

  it('stand at every day, and nothing of another time is in them', () => {
    expect(bars.map(({ key, counts }) => [key.slice(8), counts?.cost])).toEqual([
      ['14', undefined],
      ['15', undefined],
      ['16', undefined],
      ['17', undefined],
      ['18', null],
      ['19', 2],
      ['20', undefined],
    ]);
  });

  it('know nothing used from nothing priced', () => {
    expect(bars.map((bar) => valueOf(bar, 'cost'))).toEqual([0, 0, 0, 0, undefined, 2, 0]);
    expect(bars.map((bar) => valueOf(bar, 'tokens'))).toEqual([0, 0, 0, 0, 135, 135, 0]);
    expect(bars.map((bar) => valueOf(bar, 'sessions'))).toEqual([0, 0, 0, 0, 1, 3, 0]);
  });
});

describe('a sum', () => {
  it('says that it costs more where a part has no price', () => {
    const rows = [usageRow('a', { ...used, cost: 1.5 }), usageRow('b', { ...used, cost: null, unpriced: 135 })];
    expect(sumOf(rows)).toEqual({ tokens: 270, cost: 1.5, more: true });
  });

  it('is unknown where nothing has a price, and nothing where nothing was used', () => {
    expect(sumOf([usageRow('b', { ...used, cost: null, unpriced: 135 })]).cost).toBeUndefined();
    expect(sumOf([undefined])).toEqual({ tokens: 0, cost: 0, more: false });
  });
});

describe('many projects', () => {
  const rows = [4, 3, 2, 1].map((cost) => usageRow(String(cost), { ...used, cost }));

  it('are folded into one line with their sum', () => {
    const { shown, others } = folded(rows, 3);
    expect(shown.map(({ key }) => key)).toEqual(['4', '3']);
    expect(others).toEqual({ count: 2, sum: { tokens: 270, cost: 3, more: false } });
  });

  it('are all shown where they fit', () => {
    expect(folded(rows, 4).others).toBeUndefined();
  });
});

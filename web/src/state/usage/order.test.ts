import { expect, it } from 'vitest';
import { usageRow } from '../../../test/usage';
import { chosenBy, inOrder, pressed, usualOrder, type Order } from './order';

const rows = [
  usageRow('a', { label: 'Zebra', cost: 1, input: 5, output: 9, last_at: '2026-11-20T10:00:00.000Z', project: 'p' }),
  usageRow('b', { label: 'apple', cost: null, input: 7, last_at: null }),
  usageRow('c', { label: 'Mouse', cost: 3, cache_read: 90, output: 2, last_at: '2026-11-21T10:00:00.000Z' }),
];
const keys = (order: Order) =>
  inOrder(rows, order, (row, column) => (column === 'session' ? (row.label ?? '') : (row.project ?? '')))
    .map(({ key }) => key)
    .join('');

it('the dearest come first, and what has no price last, whichever way round', () => {
  expect(keys(usualOrder)).toBe('cab');
  expect(keys({ by: 'cost', up: true })).toBe('acb');
});

it('what was sent counts with what came from the cache', () => {
  expect(keys({ by: 'in', up: false })).toBe('cba');
});

it('names are in the order of people, and no name is last', () => {
  expect(keys({ by: 'session', up: true })).toBe('bca');
  expect(keys({ by: 'project', up: true })[0]).toBe('a');
  expect(keys({ by: 'project', up: false })[0]).toBe('a');
});

it('a session without a time is the last', () => {
  expect(keys({ by: 'last', up: false })).toBe('cab');
  expect(keys({ by: 'last', up: true })).toBe('acb');
});

it('a second press on a column turns it round', () => {
  expect(pressed(usualOrder, 'cost')).toEqual({ by: 'cost', up: true });
  expect(pressed(usualOrder, 'session')).toEqual({ by: 'session', up: true });
  expect(pressed(usualOrder, 'last')).toEqual({ by: 'last', up: false });
});

it('of too many the server chooses by the same', () => {
  expect((['cost', 'last', 'out', 'session'] as const).map((by) => chosenBy({ by, up: false }))).toEqual([
    'cost',
    'last',
    'tokens',
    'tokens',
  ]);
});

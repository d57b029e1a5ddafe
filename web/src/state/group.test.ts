import { expect, it } from 'vitest';
import { row } from '../../test/server';
import { groupOf, linesOf } from './group';

const now = new Date(2026, 10, 21, 15).getTime();
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

it('names each group once, before its first row', () => {
  const list = [
    row(1, { sticky: true }),
    row(2, { updated_at: hoursAgo(1) }),
    row(3, { updated_at: hoursAgo(2) }),
    row(4, { updated_at: hoursAgo(20) }),
  ];
  expect(linesOf(list, now).map((line) => (line.kind === 'group' ? line.group : line.row.native_id))).toEqual([
    'favourites',
    '1',
    'today',
    '2',
    '3',
    'yesterday',
    '4',
  ]);
});

it.each([
  [0, 'today'],
  [14, 'today'],
  [16, 'yesterday'],
  [48, 'week'],
  [24 * 10, 'month'],
  [24 * 90, 'earlier'],
])('what changed %d hours ago belongs to %s', (hours, group) => {
  expect(groupOf(row(1, { updated_at: hoursAgo(hours) }), now)).toBe(group);
});

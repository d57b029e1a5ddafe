import { expect, it } from 'vitest';
import { row, rows } from '../../test/server';
import type { Times } from '../protocol/session';
import { behind, dayOf, foldedAtFirst, groupsOf, restOf } from './group';

const now = new Date(2026, 10, 21, 15).getTime();
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const none: Times = { favourites: 0, counts: [] };
const keys = (list: Parameters<typeof groupsOf>[0], rest = none, at = now) =>
  groupsOf(list, rest, at).map(({ key, count }) => `${key} ${String(count)}`);

it('names each group once, with how many are in it', () => {
  const list = [
    row(1, { sticky: true, updated_at: hoursAgo(20) }),
    row(2, { updated_at: hoursAgo(1) }),
    row(3, { updated_at: hoursAgo(2) }),
    row(4, { updated_at: hoursAgo(20) }),
  ];
  expect(keys(list)).toEqual(['favourites 1', 'today 2', 'yesterday 1']);
});

it.each([
  [0, 'today'],
  [14, 'today'],
  [16, 'yesterday'],
  [48, 'week'],
  [24 * 10, '2026-11'],
  [24 * 90, '2026-08'],
  [24 * 400, '2025'],
])('what changed %d hours ago belongs to %s', (hours, group) => {
  expect(groupsOf([row(1, { updated_at: hoursAgo(hours) })], none, now)[0]?.key).toBe(group);
});

it('in January, last December is a month and last spring a year', () => {
  const january = new Date(2027, 0, 5, 12).getTime();
  const counts = ['2026-12', '2026-10', '2026-05', '2025-11'].map((at) => ({ at, count: 1 }));
  expect(keys([], { favourites: 0, counts }, january)).toEqual(['2026-12 1', '2026-10 1', '2026 1', '2025 1']);
});

it('the same groups follow from all rows and from their beginning with the counts of the rest', () => {
  const list = rows(400).map((one, at) => ({ ...one, updated_at: hoursAgo(at * 7), sticky: at < 3 }));
  const counts = new Map<string, number>();
  for (const { updated_at } of list.slice(3)) {
    const day = dayOf(updated_at);
    const at = day >= '2026-09-20' ? day : day.slice(0, 7);
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const whole = { favourites: 3, counts: [...counts].map(([at, count]) => ({ at, count })) };
  for (const loaded of [0, 1, 2, 3, 50, 399, 400]) {
    const beginning = list.slice(0, loaded);
    expect(groupsOf(beginning, behind(whole, beginning), now)).toEqual(groupsOf(list, none, now));
  }
});

it('the months from the third on are folded at first, and the years', () => {
  const groups = ['today', 'week', '2026-11', '2026-10', '2026-09', '2026-08', '2025'].map((key) => ({
    key,
    count: 1,
  }));
  expect([...foldedAtFirst(groups)]).toEqual(['2026-09', '2026-08', '2025']);
  expect([...foldedAtFirst([{ key: '2025', count: 3 }])]).toEqual(['2025']);
});

it('a list in another order has one group beside the favourites, however many rows are not at hand', () => {
  const list = [
    row(1, { sticky: true, updated_at: hoursAgo(20) }),
    row(2, { updated_at: hoursAgo(900) }),
    row(3, { updated_at: hoursAgo(1) }),
  ];
  const rest = restOf({ total: 250, facets: { times: null } }, list);
  expect(groupsOf(list, rest, now, false)).toEqual([
    { key: 'favourites', count: 1 },
    { key: 'waiting', count: 249 },
  ]);
});

it('a row that is not in its place yet makes no second group of a name', () => {
  const list = [
    row(1, { sticky: true, updated_at: hoursAgo(20) }),
    row(2, { sticky: false, updated_at: hoursAgo(9000) }),
    row(3, { sticky: true, updated_at: hoursAgo(2) }),
    row(4, { updated_at: hoursAgo(1) }),
    row(5, { updated_at: hoursAgo(20) }),
    row(6, { sticky: true, updated_at: hoursAgo(21) }),
    row(7, { updated_at: hoursAgo(1) }),
  ];
  expect(keys(list, { favourites: 1, counts: [{ at: '2026-11-21', count: 2 }] })).toEqual([
    'favourites 3',
    'today 1',
    'yesterday 6',
  ]);
});

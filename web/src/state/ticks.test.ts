import { expect, it } from 'vitest';
import { ticks } from './ticks';

const to = new Date(2026, 10, 21, 21, 49).getTime();
const days = (n: number) => to - n * 86_400_000;

it('marks the midnights of a week, but not one that the edge would cut off', () => {
  expect(ticks(days(7), to, 'week').map((tick) => tick.label)).toEqual([
    'Mon 16',
    'Tue 17',
    'Wed 18',
    'Thu 19',
    'Fri 20',
    'Sat 21',
  ]);
});

it('marks whole hours of a day', () => {
  expect(ticks(days(1), to, 'day').map((tick) => tick.label)).toEqual([
    '00:00',
    '04:00',
    '08:00',
    '12:00',
    '16:00',
    '20:00',
  ]);
});

it('never puts so many marks on a long time that they touch', () => {
  expect(ticks(days(30), to, 'month').length).toBeLessThanOrEqual(7);
  expect(ticks(days(900), to, 'all').length).toBeLessThanOrEqual(7);
});

it('puts each mark where its moment is', () => {
  const [first] = ticks(days(7), to, 'week');
  expect(first?.at).toBeCloseTo((100 * (1 + 131 / 60 / 24)) / 7, 1);
});

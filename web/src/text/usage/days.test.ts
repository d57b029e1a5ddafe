import { afterEach, expect, it } from 'vitest';
import { speak } from '..';
import { dateName, periodMark, periodName } from './days';

afterEach(() => speak('en'));

it('a day has its weekday, and its year where it is another one', () => {
  expect(periodName('2026-11-19', '2026')).toBe('Thu 19 Nov');
  expect(periodName('2025-12-31', '2026')).toBe('Wed 31 Dec 2025');
});

it('a date has its year', () => {
  expect(dateName('2026-11-15')).toBe('15 Nov 2026');
});

it('a month has its year', () => {
  expect(periodName('2026-11', '2026')).toBe('November 2026');
});

it('below a bar stands the day, and the month where one begins', () => {
  expect(periodMark('2026-10-24', undefined, false)).toBe('24 Oct');
  expect(periodMark('2026-10-29', '2026-10-24', false)).toBe('29');
  expect(periodMark('2026-11-01', '2026-10-29', false)).toBe('1 Nov');
  expect(periodMark('2026-11-19', '2026-11-18', true)).toBe('Thu 19');
});

it('below a month stands its name, and the year where one begins', () => {
  expect([periodMark('2025-12', undefined, false), periodMark('2026-01', '2025-12', false)]).toEqual([
    'Dec 25',
    'Jan 26',
  ]);
  expect(periodMark('2026-02', '2026-01', false)).toBe('Feb');
});

it('all of it in German', async () => {
  await speak('de');
  expect(periodName('2026-11-19', '2026')).toBe('Do., 19. Nov.');
  expect(periodMark('2026-10-29', '2026-10-24', false)).toBe('29.');
  expect(periodMark('2026-11-19', '2026-11-18', true)).toBe('Do 19.');
});

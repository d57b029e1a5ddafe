import { expect, it } from 'vitest';
import { row } from '../../test/server';
import type { Marks, Then } from '../protocol/journal';
import { differences, histogram, rowsThen } from './difference';

const marks = (change: Partial<Marks> = {}): Marks => ({
  title: null,
  sticky: false,
  archived: null,
  project_id: null,
  snoozed: false,
  snoozed_until: null,
  ...change,
});
const state = (sessions: Record<string, Marks>, at = '2026-11-10T00:00:00.000Z'): Then => ({
  seq: 1,
  at,
  sessions,
  projects: [],
  aliases: {},
  settings: {},
  prefs: {},
});

it('finds each mark that is not what it was, and no mark that is', () => {
  const then = state({ a: marks({ title: 'old', sticky: true }), b: marks({ archived: false }) });
  const now = state({ a: marks({ title: 'new', sticky: true }), c: marks({ project_id: 'p' }) });
  expect(differences(then, now).map((one) => [one.sid, one.mark])).toEqual([
    ['a', 'title'],
    ['c', 'project'],
  ]);
});

it('finds a snooze that would still mean something, and shows the list of then without what was snoozed', () => {
  const today = Date.parse('2026-11-12T00:00:00.000Z');
  const until = (snoozed_until: string | null) => marks({ snoozed: true, snoozed_until });
  const then = state({
    'engine_1:1': until('2026-11-11T00:00:00.000Z'),
    'engine_1:2': until('2026-11-13T00:00:00.000Z'),
    'engine_1:3': until(null),
    'engine_1:4': until('2026-11-09T00:00:00.000Z'),
  });
  const now = state({ 'engine_1:3': until(null), 'engine_1:5': until(null) });
  expect(differences(then, now, today).map((one) => [one.sid, one.mark])).toEqual([
    ['engine_1:2', 'snoozed'],
    ['engine_1:5', 'snoozed'],
  ]);
  const rows = [row(1), row(2), row(3), row(4), row(5, { snoozed: true })];
  expect(rowsThen(rows, then).map((one) => one.snoozed)).toEqual([true, true, true, false, false]);
});

it('shows the list of then: its titles, its order, its archive, nothing that began later', () => {
  const rows = [
    row(1, { title: 'renamed since', title_source: 'user', first_message: 'first words' }),
    row(2),
    row(3),
    row(4, { created_at: '2026-11-19T00:00:00.000Z' }),
  ];
  const then = state({ 'engine_1:2': marks({ sticky: true }), 'engine_1:3': marks({ archived: true }) });
  expect(rowsThen(rows, then).map((one) => [one.title, one.archived])).toEqual([
    ['Session 2', false],
    ['first words', false],
    ['Session 3', true],
  ]);
});

it('counts changes by slices and forgets those outside', () => {
  expect(histogram([0, 1, 49, 50, 99, 100, -1], 0, 100, 2)).toEqual([3, 2]);
});

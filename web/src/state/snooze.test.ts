import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sleeps, snoozeChoices } from './snooze';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const offered = (now: string) =>
  snoozeChoices(new Date(now)).map(({ name, until }) => [name, until?.toISOString() ?? 'needed']);

it('offers an hour, the evening, tomorrow, the next Monday, and until it needs somebody', () => {
  expect(offered('2026-11-18T12:10:00Z')).toEqual([
    ['hour', '2026-11-18T13:10:00.000Z'],
    ['evening', '2026-11-18T17:00:00.000Z'],
    ['tomorrow', '2026-11-19T08:00:00.000Z'],
    ['week', '2026-11-23T08:00:00.000Z'],
    ['needed', 'needed'],
  ]);
});

it('offers the evening until half past five', () => {
  const names = (now: string) => offered(now).map(([name]) => name);
  expect(names('2026-11-18T16:29:59Z')).toContain('evening');
  expect(names('2026-11-18T16:30:00Z')).not.toContain('evening');
});

it('takes Monday for the next one on a Monday, and for tomorrow alone on a Sunday', () => {
  expect(offered('2026-11-23T12:00:00Z')).toContainEqual(['week', '2026-11-30T08:00:00.000Z']);
  expect(offered('2026-11-22T12:00:00Z').map(([name]) => name)).toEqual(['hour', 'evening', 'tomorrow', 'needed']);
});

it('means nine in the morning also where the clocks change over night', () => {
  expect(offered('2026-10-24T12:00:00Z')).toContainEqual(['tomorrow', '2026-10-25T08:00:00.000Z']);
  expect(offered('2026-10-23T12:00:00Z')).toContainEqual(['tomorrow', '2026-10-24T07:00:00.000Z']);
});

it('counts a snooze until its time has come, and one without a time for as long as it is there', () => {
  const noon = Date.parse('2026-11-18T12:00:00Z');
  const until = (snoozed_until: string | null) => sleeps({ snoozed: true, snoozed_until }, noon);
  expect(until('2026-11-18T12:00:01.000Z')).toBe(true);
  expect(until('2026-11-18T12:00:00.000Z')).toBe(false);
  expect(until(null)).toBe(true);
  expect(sleeps({ snoozed: false, snoozed_until: null }, noon)).toBe(false);
});

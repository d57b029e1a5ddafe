import { expect, it } from 'vitest';
import type { UsageLimit } from '../../protocol/usage';
import { isHigh, stateOf, windowOf } from './limits';

const now = Date.UTC(2026, 10, 20, 12);
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

function limit(change: Partial<UsageLimit> = {}): UsageLimit {
  const times = { resets_at: at(3), full_at: null, seen_at: at(-1) };
  return { engine: 'engine_2', name: 'primary', minutes: 300, used_percent: 62, ...times, ...change };
}

it('says when it is full, where it goes on like that, else when it begins again', () => {
  expect(stateOf(limit({ full_at: at(1) }), now)).toEqual({ is: 'filling', full: at(1), resets: at(3) });
  expect(stateOf(limit(), now)).toEqual({ is: 'resets', resets: at(3) });
  expect(stateOf(limit({ resets_at: null }), now)).toEqual({ is: 'seen' });
});

it('a moment that has passed is no forecast', () => {
  expect(stateOf(limit({ full_at: at(-0.5) }), now)).toEqual({ is: 'resets', resets: at(3) });
});

it('one that has begun again since is neither known nor high', () => {
  const past = limit({ used_percent: 99, resets_at: at(-0.1), full_at: at(-0.2) });
  expect([stateOf(past, now).is, isHigh(past, now)]).toEqual(['begun-again', false]);
});

it('is high from four fifths on', () => {
  expect([79.9, 80].map((used_percent) => isHigh(limit({ used_percent }), now))).toEqual([false, true]);
});

it('a window is named by its largest whole unit', () => {
  expect([90, 300, 1440, 2880, 10080].map((minutes) => Object.values(windowOf(minutes)).join(' '))).toEqual([
    'minutes 90',
    'hours 5',
    'days 1',
    'days 2',
    'week 1',
  ]);
});

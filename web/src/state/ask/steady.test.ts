import { expect, it } from 'vitest';
import { Steady } from './steady';

function card() {
  let now = 1_000;
  const steady = new Steady(400, () => now);
  return { steady, later: (passed: number) => (now += passed), now: () => now };
}

it('a card that has just appeared takes no press', () => {
  const { steady, later } = card();
  expect([steady.takes(), steady.left]).toEqual([false, 400]);
  later(399);
  expect([steady.takes(), steady.left]).toEqual([false, 1]);
  later(1);
  expect([steady.takes(), steady.left]).toEqual([true, 0]);
});

it('nor does one that has just moved', () => {
  const { steady, later } = card();
  later(5_000);
  steady.moved();
  expect(steady.takes()).toBe(false);
  later(400);
  expect(steady.takes()).toBe(true);
});

it('a finger that was down before the card stood still was meant for something else', () => {
  const { steady, later, now } = card();
  later(100);
  const down = now();
  later(5_000);
  expect(steady.takes(down)).toBe(false);
  expect(steady.takes()).toBe(true);
});

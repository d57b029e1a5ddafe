import { expect, it } from 'vitest';
import { pause } from './pause';

it('tries again within a second for a minute, and seldom from then on', () => {
  const waits = Array.from({ length: 80 }, (_, i) => pause(i + 1));
  const minute = waits.slice(0, 75);
  expect(Math.max(...minute)).toBeLessThan(1_000);
  expect(minute.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(59_000);
  expect(waits.at(-1)).toBe(15_000);
});

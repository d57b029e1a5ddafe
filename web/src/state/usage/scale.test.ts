import { describe, expect, it } from 'vitest';
import { labelled, scaleOf } from './scale';

describe('a scale', () => {
  it.each([
    [58, [20, 40, 60]],
    [60, [20, 40, 60]],
    [61, [50, 100]],
    [1, [0.5, 1]],
    [0.07, [0.05, 0.1]],
    [3_400_000, [2_000_000, 4_000_000]],
  ])('up to %d has lines at %j', (highest, lines) => {
    expect(scaleOf(highest)).toEqual({ top: lines.at(-1), lines });
  });

  it('of nothing has one line', () => {
    expect(scaleOf(0)).toEqual({ top: 1, lines: [1] });
  });

  it('never has more than three lines, and the highest bar is below the top', () => {
    for (let value = 0.013; value < 1e12; value *= 1.37) {
      const { top, lines } = scaleOf(value);
      expect(lines.length).toBeLessThanOrEqual(3);
      expect(top).toBeGreaterThanOrEqual(value * (1 - 1e-9));
    }
  });

  it('of what is counted has whole lines only', () => {
    expect([0, 1, 2, 3, 4, 9].map((highest) => scaleOf(highest, true).lines)).toEqual([
      [1],
      [1],
      [1, 2],
      [1, 2, 3],
      [2, 4],
      [5, 10],
    ]);
  });
});

describe('labels', () => {
  it('stand below every bar where there is room', () => {
    expect(labelled(7, 700, 44)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('stand a regular step apart, the last one below the last bar', () => {
    expect(labelled(30, 420, 42)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29]);
    expect(labelled(12, 0, 42).at(-1)).toBe(11);
  });
});

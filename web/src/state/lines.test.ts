import { expect, it } from 'vitest';
import { ListHeights } from '../view/list/sizes';
import { review, row } from '../../test/server';
import { Lines } from './lines';

const groups = [
  { key: 'today', count: 2 },
  { key: '2026-10', count: 3 },
  { key: '2025', count: 4 },
];
const lines = new Lines(groups, (key) => key === '2026-10');

it('a folded group is one line, and its rows have none', () => {
  expect(lines.length).toBe(9);
  expect(lines.rows).toBe(9);
  expect([0, 1, 2, 3, 4, 5, 8].map((at) => lines.lineOf(at))).toEqual([1, 2, undefined, undefined, undefined, 5, 8]);
  expect(lines.lineOf(9)).toBeUndefined();
});

it('every line is a name or a row, and knows which', () => {
  const said = Array.from({ length: 10 }, (_, at) => {
    const line = lines.at(at);
    return line?.kind === 'row' ? line.at : line?.span.key;
  });
  expect(said).toEqual(['today', 0, 1, '2026-10', '2025', 5, 6, 7, 8, undefined]);
});

it('the keyboard stands on rows and on folded groups', () => {
  expect([lines.stop(0, 1), lines.stop(3, 1), lines.stop(4, 1), lines.stop(4, -1)]).toEqual([1, 3, 5, 3]);
  expect([lines.stop(99, 1), lines.stop(-5, -1)]).toEqual([8, 1]);
});

it('a row with a second line is taller, and what follows stands lower', () => {
  const heights = new ListHeights(
    lines,
    { narrow: false, touch: false },
    [
      [0, row(0)],
      [1, row(1, { review: review() })],
      [3, row(3, { review: review() })],
    ],
    (one) => one.review !== null,
  );
  expect([0, 1, 2, 3, 4].map((line) => heights.start(line))).toEqual([0, 28, 60, 110, 138]);
  expect([heights.size(1), heights.size(2), heights.total]).toEqual([32, 50, 3 * 28 + 6 * 32 + 18]);
});

it('a hundred thousand rows are laid out without looking at each', () => {
  const long = new Lines([{ key: 'today', count: 100_000 }], () => false);
  const heights = new ListHeights(long, { narrow: false, touch: false }, [], () => false);
  expect(heights.total).toBe(28 + 3_200_000);
  expect(heights.start(100_000)).toBe(28 + 99_999 * 32);
});

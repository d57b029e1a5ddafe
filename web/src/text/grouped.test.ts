import { expect, it } from 'vitest';
import { grouped } from './grouped';

it.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 9_007_199_254_740_991, -1234])(
  'writes %i as the languages of the page do',
  (n) => {
    expect(grouped(n, ',')).toBe(n.toLocaleString('en-GB'));
    expect(grouped(n, '.')).toBe(n.toLocaleString('de-DE'));
  },
);

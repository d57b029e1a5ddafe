import { expect, it } from 'vitest';
import { shown } from './follow';

it.each([
  { from: 0, at: 50, then: 0, why: 'what is in sight stays where it is' },
  { from: 0, at: 195, then: 105, why: 'no further than to its end' },
  { from: 150, at: 40, then: 40, why: 'and back to its beginning' },
])('scrolls from $from to $then for $at: $why', ({ from, at, then }) => {
  expect(shown(from, at, 10, 100)).toBe(then);
});

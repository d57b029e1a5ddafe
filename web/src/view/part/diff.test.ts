import { expect, it } from 'vitest';
import { changesOf, diffOf } from './diff';

const unified = ['@@ -41,3 +41,3 @@ claim', ' same', '-  const due = one(1);', '+  const due = two(1);', ' end'].join(
  '\n',
);

it('lines have the numbers that the head of their hunk says', () => {
  expect(diffOf(unified, '')?.map((line) => line.number)).toEqual([undefined, 41, 42, 42, 43]);
});

it('a line that takes the place of another one is marked where it differs', () => {
  const lines = diffOf(unified, '') ?? [];
  const marked = lines.flatMap(({ text, changed }) => (changed ? [text.slice(...changed)] : []));
  expect(marked).toEqual(['one', 'two']);
});

it('more lines than there were are marked as lines only', () => {
  const lines = diffOf('@@\n-a1\n+a2\n+a3', '') ?? [];
  expect(lines.every(({ changed }) => changed === undefined)).toBe(true);
  expect(changesOf(lines)).toEqual({ added: 2, removed: 1 });
});

it('a head without numbers stands between two places only', () => {
  expect(diffOf('@@\n-a\n+b\n@@\n-c\n+d', '')?.map(({ kind }) => kind)).toEqual(['del', 'add', 'hunk', 'del', 'add']);
});

it('a text that is no diff is none, whatever signs its lines begin with', () => {
  expect(diffOf('- a list\n- of two', '')).toBeUndefined();
  expect(diffOf('- a list', 'diff')).toHaveLength(1);
});

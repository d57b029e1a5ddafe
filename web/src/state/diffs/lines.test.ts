import { expect, it } from 'vitest';
import type { ChangeHunk } from '../../protocol/changes';
import { hunkOf } from '../../../test/changes';
import { linesAfter, pairsOf, rowsOf, subjectOf } from './lines';

const hunk: ChangeHunk = hunkOf(' one\n-two\n-three\n+TWO\n four', { old_start: 41, new_start: 40 });

it('lines are numbered in the file before and after, each where it stands', () => {
  expect(rowsOf(hunk).map(({ old, now }) => [old, now])).toEqual([
    [41, 40],
    [42, undefined],
    [43, undefined],
    [undefined, 41],
    [44, 42],
  ]);
});

it('side by side, an added line stands beside the removed one that it takes the place of', () => {
  expect(pairsOf(rowsOf(hunk))).toEqual([
    { left: 0, right: 0 },
    { left: 1, right: 3 },
    { left: 2, right: undefined },
    { left: 4, right: 4 },
  ]);
});

it('every line stands in exactly one pair, whatever the order of the signs', () => {
  const odd = rowsOf(hunkOf('+a\n-b\n+c\n+d\n-e\n f\n-g'));
  const seen = pairsOf(odd).flatMap(({ left, right }) => (left === right ? [left] : [left, right]));
  expect(seen.filter((at) => at !== undefined).sort((a, b) => a - b)).toEqual(odd.map((_, at) => at));
});

it('a hunk says how many lines it has after the change', () => {
  expect(linesAfter(hunk)).toBe(3);
});

it.each([
  ['export async function claimAttempt(db: Db) {', 'claimAttempt'],
  ['    public static final class Ledger {', 'Ledger'],
  ['func (s *Server) handle(w http.ResponseWriter) {', 'handle'],
  ['pub(crate) fn read_all() {', 'read_all'],
  ['  def due(self):', 'due'],
  ['  const due = 1;', undefined],
])('a hunk is in what its unchanged beginning declares: %s', (line, subject) => {
  expect(subjectOf(hunkOf(` ${line}\n-a\n+b`))).toBe(subject);
});

it('what is declared behind the first change is not what a hunk is in', () => {
  expect(subjectOf(hunkOf('-a\n function later() {'))).toBeUndefined();
});

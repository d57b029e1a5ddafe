import { describe, expect, it } from 'vitest';
import { columnsOf, cutAfter, cutOf, inkOf, mostLetters, seenText } from './pieces';

describe('a line in its parts', () => {
  it('has the colour and the mark of each letter, whatever crosses what', () => {
    const pieces = inkOf('let total = 1', [{ from: 0, to: 3, kind: 'keyword' }], [[2, 9]]);
    expect(pieces.map(({ text, kind, changed }) => [text, kind, changed])).toEqual([
      ['le', 'keyword', false],
      ['t', 'keyword', true],
      [' total', undefined, true],
      [' = 1', undefined, false],
    ]);
  });

  it('loses no letter', () => {
    const text = 'const a = "b"; // c';
    const tokens = [
      { from: 0, to: 5, kind: 'keyword' as const },
      { from: 10, to: 13, kind: 'string' as const },
    ];
    expect(
      inkOf(text, tokens, [[4, 12]])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('shows what cannot be seen by its name, and tabs as tabs', () => {
    const pieces = inkOf('\ta\u202Eb\u200B\u0007', [], []);
    expect(pieces.map(({ text, mark }) => [text, mark])).toEqual([
      ['\ta', undefined],
      ['RLO', 'U+202E'],
      ['b', undefined],
      ['ZWSP', 'U+200B'],
      ['BEL', 'U+0007'],
    ]);
  });

  it('ends where it is cut', () => {
    expect(
      inkOf('abcdef', [{ from: 2, to: 6, kind: 'string' }], [], 4)
        .map((piece) => piece.text)
        .join(''),
    ).toBe('abcd');
  });
});

it('a long line is cut once, never inside a character, and has its bound when it is shown whole', () => {
  expect(cutOf('short', false)).toBe(5);
  expect(cutOf('a'.repeat(cutAfter + 1), false)).toBe(cutAfter);
  expect(cutOf(`${'a'.repeat(cutAfter - 1)}😀`, false)).toBe(cutAfter - 1);
  expect(cutOf('a'.repeat(2_000_000), true)).toBe(mostLetters);
});

it('columns count tabs to the next stop and wide letters twice', () => {
  expect([columnsOf('abc'), columnsOf('a\tb'), columnsOf('日本'), columnsOf('abcdef', 3)]).toEqual([3, 5, 4, 3]);
});

it('a text that is sent has no letters that nobody sees', () => {
  expect(seenText('a\u202Eb\tc')).toBe('a⟨RLO⟩b\tc');
});

import { expect, it } from 'vitest';
import { beginning, rawPieces } from './raw';

/** Marks in braces. */
const shown = (text: string) =>
  rawPieces(text)
    .map(({ text: said, mark }) => (mark === undefined ? said : `{${said}}`))
    .join('');

it('a text of letters is one piece, and lines stay lines', () => {
  expect(rawPieces('git status\n# größer 你好 👍')).toEqual([
    { text: 'git status\n# größer 你好 👍', mark: undefined },
  ]);
  expect(rawPieces('')).toEqual([]);
});

it('controls are named: none of them does anything', () => {
  expect(shown('a\u001b[2Kb\r\u0000\u007f\u0085')).toBe('a{ESC}[2Kb{CR}{NUL}{DEL}{U+0085}');
  expect(shown('a\tb')).toBe('a{TAB}\tb');
});

it('what turns the direction of a text is named', () => {
  expect(shown('rm \u202egnp.tac\u202c')).toBe('rm {RLO}gnp.tac{PDF}');
  expect(shown('\u2066a\u2069\u200f')).toBe('{LRI}a{PDI}{RLM}');
});

it('what leaves no trace is named', () => {
  expect(shown('a\u200bb\u00adc\ufeffd\u3164e\u{e0041}f\ufe0f')).toBe(
    'a{ZWSP}b{SHY}c{BOM}d{U+3164}e{U+E0041}f{U+FE0F}',
  );
  expect(shown('a\u00a0b\u3000c\u2028d')).toBe('a{NBSP}b{U+3000}c{LS}d');
});

it('halves of characters and what nobody has assigned are named', () => {
  expect(shown('a\ud800b\ue000')).toBe('a{U+D800}b{U+E000}');
});

it('many in a row are one mark, which says how many', () => {
  const pieces = rawPieces(`a${'\u200b'.repeat(100_000)}b`);
  expect(pieces.map(({ text }) => text)).toEqual(['a', 'ZWSP ×100000', 'b']);
  expect(pieces[1]?.mark).toBe('U+200B');
});

it('a short text is shown whole', () => {
  expect(beginning('one\ntwo', { lines: 2, letters: 100 })).toEqual({ text: 'one\ntwo', moreLines: 0, moreLetters: 0 });
});

it('of a long one it is known how much more there is', () => {
  const text = 'one\ntwo\nthree\nfour';
  expect(beginning(text, { lines: 2, letters: 100 })).toEqual({ text: 'one\ntwo\n', moreLines: 1, moreLetters: 10 });
  expect(beginning(text, { lines: 9, letters: 5 })).toEqual({ text: 'one\nt', moreLines: 2, moreLetters: 13 });
});

it('nothing but blanks is not more', () => {
  expect(beginning(`one${'\n'.repeat(99)}`, { lines: 2, letters: 9 }).moreLetters).toBe(0);
  expect(beginning(`one${'\n'.repeat(99)}rm -rf /`, { lines: 2, letters: 9 }).moreLetters).toBeGreaterThan(8);
});

it('no character is cut in two', () => {
  expect(beginning('ab👍c', { lines: 9, letters: 3 }).text).toBe('ab');
});

import { expect, it } from 'vitest';
import { marked } from './words';

const hits = (text: string, words: string) =>
  marked(text, words)
    .filter((piece) => piece.hit)
    .map((piece) => piece.text);

it('marks every word, without regard to case and accents', () => {
  expect(hits('Résumé of the Résumé', 'resume')).toEqual(['Résumé', 'Résumé']);
  expect(hits('one two three', 'THREE one')).toEqual(['one', 'three']);
});

it('loses no letter of the text, whatever is marked', () => {
  const text = 'a👩‍💻ﬁx İstanbul <b>';
  for (const words of ['', 'x', 'İ', '👩', '<b>'])
    expect(
      marked(text, words)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
});

it('marks nothing for no words', () => {
  expect(hits('text', '   ')).toEqual([]);
});

it('words that follow each other are one mark, others are marks of their own', () => {
  expect(hits('SKIP LOCKED, skip and locked', 'skip locked')).toEqual(['SKIP LOCKED', 'skip', 'locked']);
});

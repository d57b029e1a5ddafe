import { describe, expect, it } from 'vitest';
import { everything } from '../filter';
import { markedQuery, matchedWords, plainWords, searchQuery, snippetPieces } from './query';

const hit = (snippet: string, ...ranges: [number, number][]) => ({
  turn: 0,
  role: 'user' as const,
  at: null,
  tool: null,
  snippet,
  ranges,
  score: 1,
});
const said = (pieces: { text: string; hit: boolean }[]) =>
  pieces.map(({ text, hit: marked }) => (marked ? `[${text}]` : text)).join('');

describe('what the list asks of the conversations', () => {
  it('is nothing without words', () => {
    expect(searchQuery({ ...everything, words: '  ', archived: true })).toBeUndefined();
  });

  it('is the words with the filters of the list', () => {
    const filter = {
      ...everything,
      words: ' cart ',
      within: 'edit' as const,
      engines: ['engine_2' as const],
      folders: ['/src'],
      archived: true,
      live: true,
    };
    expect(searchQuery(filter)).toEqual({
      q: 'cart is:live',
      engine: 'engine_2',
      folder: ['/src'],
      archived: '1',
      role: ['edit'],
    });
  });

  it('counts all kinds where only titles are listed', () => {
    expect(searchQuery({ ...everything, words: 'cart', within: 'titles' })).toEqual({ q: 'cart' });
  });
});

it.each([
  ['skip locked', 'skip locked'],
  ['"skip locked" claim*', 'skip locked claim'],
  ['role:tool "a b" -not -"nor this" before:2026-11-01', 'a b'],
  ['branch:"my branch" cart', 'cart'],
  ['/cl[ai]+m/ /a b/i cart', 'cart'],
  ['„ein Satz“ “a phrase” --force', 'ein Satz a phrase --force'],
  ['project:"my shop",other x', 'x'],
  ['/etc/passwd', '/etc/passwd'],
  ['http://host:80 x', 'http://host:80 x'],
  ['"open', 'open'],
  ['', ''],
])('of %s, %s is marked', (query, words) => {
  expect(plainWords(query)).toBe(words);
});

it('what the hits matched is known once each, as it is written there', () => {
  const hits = [hit('SKIP LOCKED skip', [0, 4], [5, 11], [12, 16]), hit('claimAttempt', [0, 12])];
  expect(matchedWords(hits)).toEqual(['skip', 'locked', 'claimattempt']);
});

describe('a snippet', () => {
  it('is marked where the server says, and neighbours are one mark', () => {
    expect(said(snippetPieces(hit('FOR UPDATE SKIP LOCKED LIMIT', [11, 15], [16, 22])))).toBe(
      'FOR UPDATE [SKIP LOCKED] LIMIT',
    );
  });

  it('begins near its first match, at a word', () => {
    const long = `${'word '.repeat(40)}here it is`;
    const at = long.indexOf('here');
    const shown = said(snippetPieces(hit(long, [at, at + 4])));
    expect(shown).toMatch(/^…(word )+\[here\] it is$/);
    expect(shown.indexOf('[')).toBeLessThan(32);
  });

  it('stands whole where nothing is marked, and survives ranges that make no sense', () => {
    expect(said(snippetPieces(hit('plain')))).toBe('plain');
    expect(said(snippetPieces(hit('abc', [2, 1], [0, 1], [0, 2])))).toBe('[a]bc');
    expect(said(snippetPieces(hit('', [0, 5])))).toBe('[]');
  });
});

it('the place at which a query cannot be read is marked, also at its end', () => {
  expect(said(markedQuery('skip "locked now', 5))).toBe('skip ["locked] now');
  expect(said(markedQuery('skip', 4))).toBe('skip[ ]');
  expect(said(markedQuery('skip', 99))).toBe('skip[ ]');
});

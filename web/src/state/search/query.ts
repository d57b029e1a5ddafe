import type { SearchHit, SearchQuery } from '../../protocol/search';
import { sessionQuery, type Filter } from '../filter';
import { setOf } from '../sets';
import type { Piece } from '../words';

/** What the list's filter asks of the conversations; nothing without words. */
export function searchQuery(filter: Filter): SearchQuery | undefined {
  const words = filter.words.trim();
  if (!words) return undefined;
  const { engine, project, folder, archived, snoozed, kept, host } = sessionQuery(filter);
  const state = [filter.live ? 'is:live' : '', filter.needsYou ? 'is:waiting' : ''];
  return {
    q: [words, ...state].filter(Boolean).join(' '),
    ...(engine === undefined ? {} : { engine }),
    ...(project === undefined ? {} : { project }),
    ...(folder === undefined ? {} : { folder }),
    ...(archived === undefined ? {} : { archived }),
    ...(snoozed === undefined ? {} : { snoozed }),
    ...(kept === undefined ? {} : { kept }),
    ...(host === undefined ? {} : { host }),
    ...(filter.within === undefined || filter.within === 'titles' ? {} : { role: [filter.within] }),
  };
}

const keys = 'role|engine|project|folder|branch|model|before|after|tool|is';
const field = new RegExp(`^-?(?:${keys}):`, 'i');
const expression = /^-?\/.+\/i?$/;
/** A filter with its values, an expression, a phrase or a word, as docs/search.md has them. */
const token = new RegExp(
  [
    `(?<!\\S)-?(?:${keys}):(?:"[^"]*"?|[^\\s"])*`,
    String.raw`(?<!\S)-?\/(?:\\.|[^/\\])+\/i?(?!\S)`,
    String.raw`-?"[^"]*"?|-?[“„][^”“"]*[”“"]?|\S+`,
  ].join('|'),
  'gi',
);

/** The words of a query that can be marked in a text: without its signs, and without what it excludes. */
export function plainWords(query: string): string {
  return (query.match(token) ?? [])
    .filter((part) => !/^-[^-]/.test(part) && !field.test(part) && !expression.test(part))
    .map((part) =>
      part
        .replace(/["“”„]/g, '')
        .replace(/\*$/, '')
        .trim(),
    )
    .filter(Boolean)
    .join(' ');
}

/** What the hits matched, as it is written there: it can be marked where a query has no plain words. */
export function matchedWords(hits: readonly SearchHit[]): string[] {
  const most = 40;
  const texts = hits.flatMap(({ snippet, ranges }) => ranges.map(([from = 0, to = 0]) => snippet.slice(from, to)));
  return [...setOf(texts.flatMap((text) => text.toLowerCase().split(/\s+/)))].filter(Boolean).slice(0, most);
}

/** Letters before the first match that still stand in a narrow row. */
const before = 24;

/** A snippet in pieces, begun near its first match; matches that only blanks part are one. */
export function snippetPieces({ snippet, ranges }: Pick<SearchHit, 'snippet' | 'ranges'>): Piece[] {
  const first = ranges[0]?.[0] ?? 0;
  const blank = snippet.lastIndexOf(' ', first - before / 2);
  const start = first <= before ? 0 : first - blank > 2 * before ? first - before : blank + 1;
  const pieces: Piece[] = start > 0 ? [{ text: '…', hit: false }] : [];
  let at = start;
  for (const [from = 0, to = 0] of ranges) {
    if (from < at || to <= from) continue;
    const between = snippet.slice(at, from);
    const last = pieces.at(-1);
    if (last?.hit && between.trim() === '') last.text += between + snippet.slice(from, to);
    else {
      if (between) pieces.push({ text: between, hit: false });
      pieces.push({ text: snippet.slice(from, to), hit: true });
    }
    at = to;
  }
  if (at < snippet.length) pieces.push({ text: snippet.slice(at), hit: false });
  return pieces;
}

/** The words of a query in pieces, with the place marked at which it cannot be read. */
export function markedQuery(query: string, position: number): Piece[] {
  const at = Math.min(Math.max(position, 0), query.length);
  const rest = /^\S+/.exec(query.slice(at))?.[0] ?? query.slice(at, at + 1);
  return [
    { text: query.slice(0, at), hit: false },
    { text: rest || ' ', hit: true },
    { text: query.slice(at + rest.length), hit: false },
  ].filter(({ text }) => text !== '');
}

import { rawPieces } from '../ask/raw';
import type { Range } from './changedwords';
import type { Token } from './tokens';

/** A part of a line that looks alike. */
export interface InkPiece {
  text: string;
  kind: Token['kind'] | undefined;
  changed: boolean;
  /** The number of a character that cannot be seen, whose name stands in its place. */
  mark: string | undefined;
}

/** Longer lines are cut there, until somebody wants all of it. */
export const cutAfter = 500;
/** No line is drawn longer than that. */
export const mostLetters = 100_000;

/** A line in the parts that are drawn. Nothing in it can hide, or change how the rest of it looks. */
export function inkOf(text: string, tokens: readonly Token[], changed: readonly Range[], to = text.length): InkPiece[] {
  const edges = new Set([0, to]);
  for (const { from, to: end } of tokens) edges.add(from).add(end);
  for (const [from, end] of changed) edges.add(from).add(end);
  const sorted = [...edges].filter((edge) => edge <= to).sort((one, other) => one - other);
  const pieces: InkPiece[] = [];
  let [token, range] = [0, 0];
  for (let at = 0; at + 1 < sorted.length; at += 1) {
    const [from, end] = [sorted[at] ?? 0, sorted[at + 1] ?? 0];
    while ((tokens[token]?.to ?? Infinity) <= from) token += 1;
    while ((changed[range]?.[1] ?? Infinity) <= from) range += 1;
    const kind = (tokens[token]?.from ?? Infinity) <= from ? tokens[token]?.kind : undefined;
    const isChanged = (changed[range]?.[0] ?? Infinity) <= from;
    for (const { text: part, mark } of seen(text.slice(from, end)))
      pieces.push({ text: part, mark, kind, changed: isChanged });
  }
  return pieces;
}

const plain = /^[\t -~]*$/;

/** As what it is; a tab is a tab. */
export function seen(text: string): { text: string; mark: string | undefined }[] {
  if (plain.test(text)) return text ? [{ text, mark: undefined }] : [];
  return rawPieces(text).filter(({ mark }) => mark !== 'U+0009'); // the tab itself follows its mark
}

/** The same as one text. */
export function seenText(text: string): string {
  return seen(text)
    .map((piece) => (piece.mark === undefined ? piece.text : `⟨${piece.text}⟩`))
    .join('');
}

/** Where a line is cut: never inside a character. */
export function cutOf(text: string, whole: boolean): number {
  const most = whole ? mostLetters : cutAfter;
  if (text.length <= most) return text.length;
  const last = text.charCodeAt(most - 1);
  return last >= 0xd800 && last < 0xdc00 ? most - 1 : most;
}

/** How many columns of a screen a text takes, at the most `to` letters of it. */
export function columnsOf(text: string, to = text.length): number {
  if (plain.test(text) && !text.includes('\t')) return Math.min(text.length, to);
  let columns = 0;
  for (let at = 0; at < Math.min(to, text.length); at += 1) {
    const code = text.charCodeAt(at);
    if (code === 9) columns += tab - (columns % tab);
    else columns += code >= 0x1100 ? 2 : 1;
  }
  return columns;
}

/** As the page draws it. */
const tab = 4;

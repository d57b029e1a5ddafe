import type { Draft } from './draft';
import { seenText } from './pieces';

/** The sentences of a prompt, in the language of the page. */
export interface PromptWords {
  intro: (comments: number) => string;
  line: (number: number) => string;
  lines: (from: number, to: number) => string;
  removed: string;
  more: (lines: number) => string;
}

/** What is quoted of one comment: the program has the file. */
const most = { lines: 12, letters: 240 };

/** All comments as one message: file, line, what stands there, and what is said about it. */
export function promptOf(drafts: readonly Draft[], words: PromptWords): string {
  const parts = drafts
    .filter(({ text }) => text.trim() !== '')
    .toSorted(inOrder)
    .map((draft) => partOf(draft, words));
  return parts.length === 0 ? '' : [words.intro(parts.length), ...parts].join('\n\n');
}

function partOf(draft: Draft, words: PromptWords): string {
  return [whereOf(draft, words), ...quoteOf(draft, words), draft.text.trim()].join('\n');
}

function whereOf({ path, from, to, side }: Draft, words: PromptWords): string {
  const file = seenText(path);
  const lines = from === null || to === null ? undefined : from === to ? words.line(from) : words.lines(from, to);
  return `${[file, lines].filter(Boolean).join(', ')}${side === 'old' ? ` (${words.removed})` : ''}:`;
}

/** Signs stand only where lines of several kinds are quoted. */
function quoteOf({ quote }: Draft, words: PromptWords): string[] {
  const signs = new Set(quote.map(({ op }) => op)).size > 1;
  const lines = quote.slice(0, most.lines).map(({ op, text }) => {
    const cut = text.length > most.letters ? `${text.slice(0, most.letters).trimEnd()}…` : text;
    return `> ${signs ? `${op} ` : ''}${seenText(cut)}`.trimEnd();
  });
  return quote.length > most.lines ? [...lines, `> ${words.more(quote.length - most.lines)}`] : lines;
}

function inOrder(one: Draft, other: Draft): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return (one.from ?? 0) - (other.from ?? 0);
}

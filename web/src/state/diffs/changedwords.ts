import { changeAt, type DiffRow } from './lines';

/** A part of a text, in UTF-16 units. */
export type Range = readonly [from: number, to: number];

/** Longer lines are compared from both ends only, and longer runs line by line. */
const most = { letters: 1_000, words: 300, lines: 24 };

/** With less in common two lines are no two forms of one, and marks would only make them harder to read. */
const alike = 0.4;

/** The changed words of every row of a run of changes: of those lines that are another form of one another. */
export function changedWords(rows: readonly DiffRow[], from: number): Map<number, Range[]> {
  const { removed, added } = changeAt(rows, from);
  const found = new Map<number, Range[]>();
  for (const [old, now] of partners(rows, from, removed, added)) {
    const words = compared(rows[old]?.text ?? '', rows[now]?.text ?? '');
    if (!words) continue;
    found.set(old, words.old);
    found.set(now, words.now);
  }
  return found;
}

/** Which removed line became which added one: those that have most in common, in their order. */
function partners(
  rows: readonly DiffRow[],
  from: number,
  removed: number,
  added: number,
): [old: number, now: number][] {
  const both = Math.min(removed, added);
  if (removed === added || removed > most.lines || added > most.lines)
    return Array.from({ length: both }, (_, at) => [from + at, from + removed + at]);
  const likeness = Array.from({ length: removed }, (_, old) =>
    Array.from({ length: added }, (_, now) =>
      likenessOf(rows[from + old]?.text ?? '', rows[from + removed + now]?.text ?? ''),
    ),
  );
  return bestPairs(likeness).map(([old, now]) => [from + old, from + removed + now]);
}

/** Pairs in order with the greatest sum. */
function bestPairs(likeness: readonly (readonly number[])[]): [number, number][] {
  const [height, width] = [likeness.length, likeness[0]?.length ?? 0];
  const best = Array.from({ length: height + 1 }, () => new Array<number>(width + 1).fill(0));
  const at = (old: number, now: number) => best[old]?.[now] ?? 0;
  for (let old = height - 1; old >= 0; old -= 1)
    for (let now = width - 1; now >= 0; now -= 1) {
      const pair = (likeness[old]?.[now] ?? 0) + at(old + 1, now + 1);
      const row = best[old];
      if (row) row[now] = Math.max(pair, at(old + 1, now), at(old, now + 1));
    }
  const pairs: [number, number][] = [];
  for (let old = 0, now = 0; old < height && now < width;)
    if (at(old, now) === at(old + 1, now)) old += 1;
    else if (at(old, now) === at(old, now + 1)) now += 1;
    else pairs.push([old++, now++]);
  return pairs;
}

function likenessOf(old: string, now: string): number {
  const [one, other] = [wordsOf(old.slice(0, most.letters)), wordsOf(now.slice(0, most.letters))];
  const counts = new Map<string, number>();
  for (const word of one) if (word.trim()) counts.set(word, (counts.get(word) ?? 0) + word.length);
  let common = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left <= 0) continue;
    common += word.length;
    counts.set(word, left - word.length);
  }
  const all = Math.max(lettersOf(one), lettersOf(other));
  return all === 0 || common / all < alike ? 0 : common / all;
}

function lettersOf(words: readonly string[]): number {
  return words.reduce((count, word) => count + (word.trim() ? word.length : 0), 0);
}

/** The words that differ between two lines; undefined where the lines have too little in common. */
export function compared(old: string, now: string): { old: Range[]; now: Range[] } | undefined {
  const head = commonHead(old, now);
  const tail = commonTail(old, now, head);
  const [oldRest, nowRest] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  const [before, after] = [wordsOf(oldRest), wordsOf(nowRest)];
  const long = Math.max(oldRest.length, nowRest.length) > most.letters;
  const kept = long || Math.max(before.length, after.length) > most.words ? [] : longestCommon(before, after);
  const same = (text: string) => text.replace(/\s/g, '').length;
  const common =
    same(old.slice(0, head)) +
    same(old.slice(old.length - tail)) +
    kept.reduce((sum, [at]) => sum + same(before[at] ?? ''), 0);
  const all = Math.max(same(old), same(now));
  if (all > 0 && common / all < alike) return undefined;
  const offset = (pairs: Range[]): Range[] => pairs.map(([from, to]) => [from + head, to + head]);
  const differ = (words: readonly string[], side: 0 | 1) => {
    const stays = new Set(kept.map((pair) => pair[side]));
    return offset(rangesOf(words, (at) => !stays.has(at)));
  };
  return withoutBlanks(old, now, { old: differ(before, 0), now: differ(after, 1) });
}

/** Another indentation says nothing, unless nothing else is different. */
function withoutBlanks(old: string, now: string, all: { old: Range[]; now: Range[] }): { old: Range[]; now: Range[] } {
  const words = (text: string, ranges: Range[]) => ranges.filter((range) => text.slice(...range).trim() !== '');
  const without = { old: words(old, all.old), now: words(now, all.now) };
  return without.old.length + without.now.length > 0 ? without : all;
}

/** A word is not cut: what both lines begin with ends at its edge. */
function commonHead(old: string, now: string): number {
  const all = Math.min(old.length, now.length);
  let at = 0;
  while (at < all && old[at] === now[at]) at += 1;
  if (at === old.length && at === now.length) return at;
  while (at > 0 && (isInner(old, at) || isInner(now, at))) at -= 1;
  return at;
}

function commonTail(old: string, now: string, head: number): number {
  const all = Math.min(old.length, now.length) - head;
  let at = 0;
  while (at < all && old[old.length - 1 - at] === now[now.length - 1 - at]) at += 1;
  while (at > 0 && (isInner(old, old.length - at) || isInner(now, now.length - at))) at -= 1;
  return at;
}

const letter = /[\p{L}\p{N}_$\p{M}\p{Cs}]/u;

/** Whether a place is within a word or a character. */
function isInner(text: string, at: number): boolean {
  return letter.test(text[at - 1] ?? '') && letter.test(text[at] ?? '');
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_$]+|\s+|[^\p{L}\p{N}\p{M}_$\s]/gu) ?? [];
}

/** The words that both have, in their order, by their places. */
function longestCommon(one: readonly string[], other: readonly string[]): [number, number][] {
  const width = other.length + 1;
  const best = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      best[i * width + j] =
        one[i] === other[j]
          ? (best[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;)
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if ((best[(i + 1) * width + j] ?? 0) >= (best[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  return pairs;
}

/** The chosen words as parts of the text; a blank between two of them belongs to both. */
function rangesOf(words: readonly string[], chosen: (at: number) => boolean): Range[] {
  const ranges: [number, number][] = [];
  let start = 0;
  words.forEach((word, at) => {
    const blank = word.trim() === '';
    const between = blank && chosen(at - 1) && chosen(at + 1) && at > 0 && at < words.length - 1;
    if (chosen(at) || between) {
      const last = ranges.at(-1);
      if (last?.[1] === start) last[1] += word.length;
      else ranges.push([start, start + word.length]);
    }
    start += word.length;
  });
  return ranges;
}

import type { ChangedFile, ChangeHunk, UnknownChange } from '../../protocol/changes';
import type { Draft } from './draft';
import { HunkInk } from './hunkink';
import { columnsOf, cutOf } from './pieces';
import { linesAfter, pairsOf, rowsOf, subjectOf, type DiffRow, type SidePair } from './lines';
import { languageOf } from './tokens';

/** A file as it is drawn; made once for each answer of the server. */
export interface ShownFile {
  file: ChangedFile;
  hunks: ShownHunk[];
  /** The longest line, in columns. */
  columns: number;
}

export interface ShownHunk {
  hunk: ChangeHunk;
  rows: DiffRow[];
  pairs: SidePair[];
  ink: HunkInk;
  subject: string | undefined;
  /** How many lines it has after the change. */
  after: number;
}

/** A line of a diff: the row of a hunk of a file. */
export interface LineAt {
  path: string;
  hunk: number;
  row: number;
}

/** One line of everything that is scrolled through. */
export type Item =
  | { is: 'file'; shown: ShownFile; folded: boolean }
  | { is: 'note'; shown: ShownFile; says: 'binary' | 'truncated' | 'fragments' | 'moved' | 'nothing' }
  | { is: 'hunk'; shown: ShownFile; at: number }
  | { is: 'line'; shown: ShownFile; hunk: number; row: number }
  | { is: 'pair'; shown: ShownFile; hunk: number; pair: number }
  | { is: 'comment'; draft: Draft; lost: boolean }
  | { is: 'gap' }
  | { is: 'unknown'; count: number }
  | { is: 'command'; command: UnknownChange };

export const heights = { file: 36, note: 28, hunk: 28, line: 20, gap: 16, unknown: 52, command: 28, comment: 132 };

export function shownFile(file: ChangedFile): ShownFile {
  const language = languageOf(file.path);
  let columns = 0;
  const hunks = file.hunks.map((hunk) => {
    const rows = rowsOf(hunk);
    for (const { text } of rows) columns = Math.max(columns, columnsOf(text, cutOf(text, false)));
    return {
      hunk,
      rows,
      pairs: pairsOf(rows),
      ink: new HunkInk(rows, language),
      subject: subjectOf(hunk),
      after: linesAfter(hunk),
    };
  });
  return { file, hunks, columns };
}

export interface Laying {
  files: readonly ShownFile[];
  side: boolean;
  folded: (path: string) => boolean;
  /** Comments by the line that they stand below; `lost` are those whose line is not there. */
  at: (path: string) => { placed: ReadonlyMap<string, readonly Draft[]>; lost: readonly Draft[] };
  /** Comments on files that are not there at all. */
  homeless: readonly Draft[];
  unknown: readonly UnknownChange[];
}

/** Everything that is scrolled through, from top to bottom. */
export function sheetOf({ files, side, folded, at, homeless, unknown }: Laying): Item[] {
  const items: Item[] = homeless.map((draft) => ({ is: 'comment', draft, lost: true }));
  if (homeless.length > 0) items.push({ is: 'gap' });
  files.forEach((shown, index) => {
    const { file } = shown;
    if (index > 0) items.push({ is: 'gap' });
    const isFolded = folded(file.path);
    items.push({ is: 'file', shown, folded: isFolded });
    if (isFolded) return;
    const { placed, lost } = at(file.path);
    items.push(...notesOf(shown), ...lost.map((draft) => ({ is: 'comment', draft, lost: true }) as const));
    shown.hunks.forEach((_, hunk) => {
      items.push({ is: 'hunk', shown, at: hunk });
      if (side) layPairs(items, shown, hunk, placed);
      else layLines(items, shown, hunk, placed);
    });
  });
  if (unknown.length > 0) {
    items.push({ is: 'gap' }, { is: 'unknown', count: unknown.length });
    for (const command of unknown) items.push({ is: 'command', command });
  }
  if (items.length > 0) items.push({ is: 'gap' });
  return items;
}

function notesOf(shown: ShownFile): Item[] {
  const { file, hunks } = shown;
  const notes: Item[] = [];
  if (file.status === 'moved') notes.push({ is: 'note', shown, says: 'moved' });
  if (file.binary) notes.push({ is: 'note', shown, says: 'binary' });
  else if (file.truncated) notes.push({ is: 'note', shown, says: 'truncated' });
  else if (hunks.length === 0 && file.status !== 'moved') notes.push({ is: 'note', shown, says: 'nothing' });
  if (!file.whole && hunks.length > 0) notes.push({ is: 'note', shown, says: 'fragments' });
  return notes;
}

function layLines(items: Item[], shown: ShownFile, hunk: number, placed: ReadonlyMap<string, readonly Draft[]>): void {
  shown.hunks[hunk]?.rows.forEach((_, row) => {
    items.push({ is: 'line', shown, hunk, row });
    for (const draft of placed.get(`${String(hunk)}:${String(row)}`) ?? [])
      items.push({ is: 'comment', draft, lost: false });
  });
}

function layPairs(items: Item[], shown: ShownFile, hunk: number, placed: ReadonlyMap<string, readonly Draft[]>): void {
  shown.hunks[hunk]?.pairs.forEach(({ left, right }, pair) => {
    items.push({ is: 'pair', shown, hunk, pair });
    for (const row of left === right ? [left] : [left, right])
      if (row !== undefined)
        for (const draft of placed.get(`${String(hunk)}:${String(row)}`) ?? [])
          items.push({ is: 'comment', draft, lost: false });
  });
}

/** The line of a diff that an item shows; of two beside each other the one after the change. */
export function lineAt(item: Item | undefined): LineAt | undefined {
  if (item?.is === 'line') return { path: item.shown.file.path, hunk: item.hunk, row: item.row };
  if (item?.is !== 'pair') return undefined;
  const pair = item.shown.hunks[item.hunk]?.pairs[item.pair];
  const row = pair?.right ?? pair?.left;
  return row === undefined ? undefined : { path: item.shown.file.path, hunk: item.hunk, row };
}

/** Where a line stands in another sheet; its file, where it is folded. */
export function placeOf(items: readonly Item[], line: LineAt): number {
  let file = -1;
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (item?.is === 'file' && item.shown.file.path === line.path) file = at;
    if (item && holds(item, line)) return at;
  }
  return file;
}

export function holds(item: Item, { path, hunk, row }: LineAt): boolean {
  if (item.is === 'line') return item.row === row && item.hunk === hunk && item.shown.file.path === path;
  if (item.is !== 'pair' || item.hunk !== hunk || item.shown.file.path !== path) return false;
  const pair = item.shown.hunks[hunk]?.pairs[item.pair];
  return pair?.left === row || pair?.right === row;
}

/** The first line of the next change, or of the one before, seen from an item. */
export function nextChange(items: readonly Item[], from: number, by: 1 | -1): number | undefined {
  for (let at = from + by; at >= 0 && at < items.length; at += by)
    if (isChange(items[at]) && !isChange(items[at - 1])) return at;
  return undefined;
}

function isChange(item: Item | undefined): boolean {
  if (item?.is === 'line') return item.shown.hunks[item.hunk]?.rows[item.row]?.kind !== 'same';
  if (item?.is !== 'pair') return false;
  const { left, right } = item.shown.hunks[item.hunk]?.pairs[item.pair] ?? {};
  return left !== right;
}

/** Where the items stand, one below the other; comments are as high as they were drawn. */
export function standing(items: readonly Item[], drawn: (draft: Draft) => number | undefined) {
  const starts = new Float64Array(items.length + 1);
  items.forEach((item, at) => {
    const height =
      item.is === 'comment' ? (drawn(item.draft) ?? heights.comment) : heights[item.is === 'pair' ? 'line' : item.is];
    starts[at + 1] = (starts[at] ?? 0) + height;
  });
  return {
    count: items.length,
    total: starts[items.length] ?? 0,
    start: (index: number) => starts[index] ?? 0,
    size: (index: number) => (starts[index + 1] ?? 0) - (starts[index] ?? 0),
  };
}

/** An item by a name that stays with it while others come and go. */
export function nameOf(item: Item): string {
  switch (item.is) {
    case 'file':
      return `file ${item.shown.file.path}`;
    case 'note':
      return `${item.says} ${item.shown.file.path}`;
    case 'hunk':
      return `hunk ${String(item.at)} ${item.shown.file.path}`;
    case 'line':
      return `line ${String(item.hunk)} ${String(item.row)} ${item.shown.file.path}`;
    case 'pair':
      return `pair ${String(item.hunk)} ${String(item.pair)} ${item.shown.file.path}`;
    case 'comment':
      return `comment ${item.draft.id}`;
    default:
      return item.is;
  }
}

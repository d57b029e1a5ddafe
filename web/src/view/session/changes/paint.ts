import { untrack } from 'svelte';
import { inkOf, cutOf } from '../../../state/diffs/pieces';
import type { DiffReading } from '../../../state/diffs/reading.svelte';
import type { Item, ShownFile } from '../../../state/diffs/sheet';
import { words } from '../../../text/changes';

/** One line of a file with its numbers: half of two lines side by side, or all of one that stands alone. */
interface Half {
  shown: ShownFile;
  hunk: number;
  row: number;
  numbers: (number | undefined)[];
  sign: boolean;
}

type Lined = Extract<Item, { is: 'line' | 'pair' }>;

const signs = { add: '+', del: '−', same: '' };

/**
 * Draws a line by hand, as an attachment of its element: a frame in which a wheel brings in thirty lines has no time for
 * sixty components. What is pressed in it is heard by the element around all lines.
 */
export function painted(reading: DiffReading, item: Lined, oneNumber: boolean): (element: HTMLElement) => void {
  return (element) => {
    const halves = halvesOf(item, oneNumber);
    element.replaceChildren(...halves.flatMap((half) => (half ? partsOf(reading, half) : [box('span', 'diff-none')])));
    untrack(() => {
      mark(element, reading, item);
    });
  };
}

/** Shows which lines are marked; runs again wherever the cursor goes. */
export function marked(reading: DiffReading, item: Lined): (element: HTMLElement) => void {
  return (element) => {
    mark(element, reading, item);
  };
}

function mark(element: HTMLElement, reading: DiffReading, item: Lined): void {
  for (const child of element.children) {
    const row = rowOf(child);
    const is = row !== undefined && reading.isMarked(item.shown.file.path, item.hunk, row);
    if (child.classList.contains('is-marked') !== is) child.classList.toggle('is-marked', is);
  }
}

/** The row of the hunk that a part of a line shows. */
export function rowOf(part: Element): number | undefined {
  const row = part instanceof HTMLElement ? part.dataset['row'] : undefined;
  return row === undefined ? undefined : Number(row);
}

function halvesOf(item: Lined, oneNumber: boolean): (Half | undefined)[] {
  const { shown, hunk } = item;
  const all = shown.hunks[hunk];
  if (item.is === 'line') {
    const { old, now } = all?.rows[item.row] ?? {};
    return [{ shown, hunk, row: item.row, numbers: oneNumber ? [now ?? old] : [old, now], sign: true }];
  }
  const { left, right } = all?.pairs[item.pair] ?? {};
  return [
    left === undefined ? undefined : { shown, hunk, row: left, numbers: [all?.rows[left]?.old], sign: false },
    right === undefined ? undefined : { shown, hunk, row: right, numbers: [all?.rows[right]?.now], sign: false },
  ];
}

function partsOf(reading: DiffReading, { shown, hunk, row, numbers, sign }: Half): HTMLElement[] {
  const all = shown.hunks[hunk];
  const line = all?.rows[row];
  if (!line) return [];
  const { whole, path } = shown.file;
  const { kind, text } = line;
  const cut = cutOf(text, cutOf(text, false) < text.length && reading.isWhole({ path, hunk, row }));
  const parts = numbers.map((number) => numberOf(number, whole, kind));
  const code = box('span', `diff-c ${kind}`);
  if (sign) code.append(hidden(box('span', 'diff-s', signs[kind])));
  const ink = box('span', 'diff-t');
  for (const piece of inkOf(text, all.ink.tokens(row), all.ink.changed(row), cut)) {
    const look = `${piece.kind ? `ink-${piece.kind}` : ''}${piece.changed ? ' is-changed' : ''}`;
    if (piece.mark !== undefined) ink.append(titled(box('span', 'raw-mark', piece.text), piece.mark));
    else ink.append(look ? box('span', look, piece.text) : piece.text);
  }
  if (line.end === 'crlf') ink.append(titled(box('span', 'raw-mark', 'CR LF'), words.ends.crlf));
  if (line.end === 'none') ink.append(titled(box('span', 'raw-mark', words.ends.none), words.ends.none));
  code.append(ink);
  if (cut < text.length) code.append(button('diff-cut', `${words.cut(text.length - cut)}: ${words.showAll}`));
  for (const part of [...parts, code]) part.dataset['row'] = String(row);
  return [...parts, code];
}

function numberOf(number: number | undefined, whole: boolean, kind: string): HTMLElement {
  const made = button(`diff-n ${kind}`, whole && number !== undefined ? String(number) : '');
  if (number === undefined && whole) return hidden(made);
  made.setAttribute('aria-label', number === undefined || !whole ? words.commentHere : words.commentOn(number));
  return made;
}

function box(name: 'span', look: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = look;
  if (text) made.textContent = text;
  return made;
}

/** For pointers: keys have their own ways. */
function button(look: string, text: string): HTMLElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = look;
  made.tabIndex = -1;
  made.textContent = text;
  return made;
}

function titled(element: HTMLElement, title: string): HTMLElement {
  element.title = title;
  return element;
}

function hidden(element: HTMLElement): HTMLElement {
  element.setAttribute('aria-hidden', 'true');
  return element;
}

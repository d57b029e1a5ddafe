import { describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../protocol/changes';
import { changedFile, hunkOf } from '../../../test/changes';
import type { Draft } from './draft';
import { noComments, placesOf } from './placing';
import { heights, lineAt, nameOf, nextChange, placeOf, sheetOf, shownFile, standing, type Item } from './sheet';

const first = changedFile('a.ts', [
  hunkOf(' one\n-two\n+TWO\n three\n+four'),
  hunkOf('+five\n six', { new_start: 40 }),
]);
const second = changedFile('b.ts', [hunkOf('-x\n-y\n+z')]);

function laid(files: ChangedFile[], more: Partial<Parameters<typeof sheetOf>[0]> = {}): Item[] {
  return sheetOf({
    files: files.map(shownFile),
    side: false,
    folded: () => false,
    at: () => noComments,
    homeless: [],
    unknown: [],
    ...more,
  });
}

const draft = (path: string, text: string): Draft => ({
  id: `${path} ${text}`,
  scope: 'session',
  path,
  side: 'new',
  from: 2,
  to: 2,
  quote: [{ op: '+', text }],
  text: 'Why?',
});

const kinds = (items: Item[]) => items.map(({ is }) => is);

describe('everything that is scrolled through', () => {
  it('has the head of a file, then its hunks with their lines, then the next file', () => {
    expect(kinds(laid([second, second]))).toEqual([
      ...['file', 'hunk', 'line', 'line', 'line', 'gap'],
      ...['file', 'hunk', 'line', 'line', 'line', 'gap'],
    ]);
    expect(kinds(laid([second], { side: true }))).toEqual(['file', 'hunk', 'pair', 'pair', 'gap']);
  });

  it('has nothing of a folded file but its head', () => {
    expect(kinds(laid([first, second], { folded: (path) => path === 'a.ts' })).slice(0, 3)).toEqual([
      'file',
      'gap',
      'file',
    ]);
  });

  it('says what is not shown of a file', () => {
    const says = (file: ChangedFile) => laid([file]).flatMap((item) => (item.is === 'note' ? item.says : []));
    expect(says(changedFile('a.png', [], { binary: true, status: 'added' }))).toEqual(['binary']);
    expect(says({ ...second, truncated: true, whole: false })).toEqual(['truncated', 'fragments']);
    expect(says(changedFile('b', [], { status: 'moved', from: 'a' }))).toEqual(['moved']);
    expect(says(changedFile('b', []))).toEqual(['nothing']);
  });

  it('has commands that may have written at its end, also where no file changed', () => {
    expect(kinds(laid([], { unknown: [{ turn: 1, at: null, command: 'make' }] }))).toEqual([
      'gap',
      'unknown',
      'command',
      'gap',
    ]);
  });

  it.each([false, true])(
    'has a comment below its line, once, and one without a line at the top of its file; side: %s',
    (side) => {
      const drafts = [draft('a.ts', 'TWO'), draft('a.ts', 'gone')];
      const places = placesOf(drafts, new Map([['a.ts', { file: first }]]));
      const items = laid([first], { side, at: (path) => places.get(path) ?? noComments });
      const comments = items.flatMap((item, at) => (item.is === 'comment' ? [{ at, lost: item.lost }] : []));
      expect(comments.map(({ lost }) => lost)).toEqual([true, false]);
      expect(kinds(items).slice(0, 3)).toEqual(['file', 'comment', 'hunk']);
      const above = lineAt(items[(comments[1]?.at ?? 0) - 1]);
      expect(first.hunks[above?.hunk ?? 9]?.lines[above?.row ?? 9]?.text).toBe('TWO');
    },
  );

  it('has comments on files that are not there before everything else', () => {
    expect(kinds(laid([second], { homeless: [draft('gone.ts', 'x')] })).slice(0, 3)).toEqual([
      'comment',
      'gap',
      'file',
    ]);
  });

  it('finds a line again where the lines stand side by side, and its file where that is folded', () => {
    const line = { path: 'a.ts', hunk: 0, row: 2 };
    const beside = laid([second, first], { side: true });
    const at = placeOf(beside, line);
    expect(lineAt(beside[at])).toEqual(line);
    const folded = laid([second, first], { folded: () => true });
    expect(folded[placeOf(folded, line)]).toMatchObject({ is: 'file', shown: { file: { path: 'a.ts' } } });
  });
});

describe('the next change', () => {
  it('is the first line of each run of changes, one after the other, both ways', () => {
    const items = laid([first, second]);
    const forward: number[] = [];
    for (let at = nextChange(items, -1, 1); at !== undefined; at = nextChange(items, at, 1)) forward.push(at);
    expect(forward.map((at) => lineAt(items[at]))).toEqual([
      { path: 'a.ts', hunk: 0, row: 1 },
      { path: 'a.ts', hunk: 0, row: 4 },
      { path: 'a.ts', hunk: 1, row: 0 },
      { path: 'b.ts', hunk: 0, row: 0 },
    ]);
    const back: number[] = [];
    for (let at = nextChange(items, items.length, -1); at !== undefined; at = nextChange(items, at, -1)) back.push(at);
    expect(back).toEqual(forward.toReversed());
  });
});

it('items stand one below the other, comments as high as they were drawn', () => {
  const items: Item[] = [...laid([second]), { is: 'comment', draft: draft('b.ts', 'z'), lost: false }];
  const places = standing(items, () => 77);
  expect(places.start(1)).toBe(heights.file);
  expect(places.size(items.length - 1)).toBe(77);
  expect(places.total).toBe(heights.file + heights.hunk + 3 * heights.line + heights.gap + 77);
});

it('every item but gaps and commands has a name of its own', () => {
  const names = laid([first, second], { side: true })
    .filter(({ is }) => is !== 'gap')
    .map(nameOf);
  expect(new Set(names).size).toBe(names.length);
});

import { describe, expect, it } from 'vitest';
import { changedFile, hunkOf } from '../../../test/changes';
import { draftOn, placeFor, readDrafts, type Draft } from './draft';
import { Drafts, moveDrafts, type Shelf } from './drafts.svelte';

const file = changedFile('a.ts', [hunkOf(' one\n-two\n+TWO\n+three\n four', { old_start: 10, new_start: 20 })]);

/** Comments as a person writes them, on the first change of the file. */
function written(id: string, text: string, rows: [number, number] = [2, 3]): Draft {
  const on = draftOn(file, 'session', 0, rows);
  if (!on) throw new Error('no such lines');
  return { ...on, id, text };
}

function shelf(): NonNullable<Shelf> & { full: boolean } {
  const kept = new Map<string, string>();
  const made = {
    full: false,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (made.full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  };
  return made as unknown as NonNullable<Shelf> & { full: boolean };
}

const texts = (drafts: Drafts) => drafts.open.map(({ text }) => text);

describe('a comment that is not sent', () => {
  it('is there again when the page is opened again', () => {
    const place = shelf();
    new Drafts('s', place).put(written('1', 'Why?'));
    expect(texts(new Drafts('s', place))).toEqual(['Why?']);
    expect(texts(new Drafts('other', place))).toEqual([]);
  });

  it('is not lost to another tab that writes as well', () => {
    const place = shelf();
    const [one, other] = [new Drafts('s', place), new Drafts('s', place)];
    one.put(written('1', 'first'));
    other.put(written('2', 'second'));
    one.put(written('1', 'first, more'));
    other.remove('2');
    other.put(written('3', 'third'));
    expect(texts(new Drafts('s', place))).toEqual(['first, more', 'third']);
  });

  it('lives as long as the page where the browser keeps nothing, and says so', () => {
    const place = shelf();
    const drafts = new Drafts('s', place);
    drafts.put(written('1', 'kept'));
    place.full = true;
    drafts.put(written('2', 'not kept'));
    expect([texts(drafts), drafts.safe]).toEqual([['kept', 'not kept'], false]);
    drafts.put(written('3', 'neither'));
    expect(texts(drafts)).toEqual(['kept', 'not kept', 'neither']);
    place.full = false;
    drafts.put(written('4', 'again'));
    expect([texts(new Drafts('s', place)).length, drafts.safe]).toEqual([4, true]);
    expect(texts(new Drafts('s', undefined))).toEqual([]);
  });

  it('stays where something that cannot be read stands beside it', () => {
    const good = written('1', 'good');
    const kept = JSON.stringify([null, 7, { id: 'x' }, { ...good, quote: [null, { op: '?', text: 'x' }] }, good]);
    expect(readDrafts(kept).map(({ text }) => text)).toEqual(['good', 'good']);
    expect([readDrafts('{'), readDrafts('{}'), readDrafts(null)]).toEqual([[], [], []]);
  });

  it('comes along when a new session gets its real id', () => {
    const place = shelf();
    new Drafts('new-1', place).put(written('1', 'early'));
    new Drafts('real', place).put(written('2', 'there'));
    moveDrafts('new-1', 'real', place);
    expect(texts(new Drafts('real', place))).toEqual(['there', 'early']);
    expect(texts(new Drafts('new-1', place))).toEqual([]);
  });

  it('is not counted as sent where it was rewritten meanwhile', () => {
    const drafts = new Drafts('s', shelf());
    const [first, second] = [written('1', 'first'), written('2', 'second')];
    drafts.put(first);
    drafts.put(second);
    drafts.put({ ...second, text: 'second, better' });
    drafts.sent([first, second], '2026-11-27T14:33:00Z', 39);
    expect(texts(drafts)).toEqual(['second, better']);
    expect(drafts.all.find(({ id }) => id === '1')?.sent).toEqual({ at: '2026-11-27T14:33:00Z', turn: 39 });
  });

  it('outlives any number of those that were sent', () => {
    const drafts = new Drafts('s', shelf());
    drafts.put(written('open', 'open'));
    for (let at = 0; at < 60; at += 1) {
      const one = written(String(at), 'sent');
      drafts.put(one);
      drafts.sent([one], new Date(at * 1_000).toISOString(), null);
    }
    expect(texts(drafts)).toEqual(['open']);
    expect(drafts.all.length).toBe(51);
    expect(drafts.all.some(({ id }) => id === '0')).toBe(false);
  });
});

describe('the lines of a comment', () => {
  it('are numbered as they are now, or as they were where all of them are gone', () => {
    expect(written('1', '')).toMatchObject({ side: 'new', from: 21, to: 22 });
    expect(written('1', '', [1, 1])).toMatchObject({ side: 'old', from: 11, to: 11 });
    expect(written('1', '', [3, 1])).toMatchObject({ side: 'new', from: 21, to: 22, quote: { length: 3 } });
  });

  it('have no numbers where only parts of the file are known', () => {
    expect(draftOn({ ...file, whole: false }, 'session', 0, [2, 2])).toMatchObject({ from: null, to: null });
  });

  it('are found again where lines came before them, nearest first', () => {
    const moved = changedFile('a.ts', [
      hunkOf('+three', { new_start: 1 }),
      hunkOf(' one\n-two\n+TWO\n+three\n four', { old_start: 10, new_start: 27 }),
    ]);
    expect(placeFor(written('1', ''), moved)).toEqual({ path: 'a.ts', hunk: 1, row: 3 });
  });

  it('are nowhere where their text is gone, or is on the other side only', () => {
    expect(placeFor(written('1', ''), changedFile('a.ts', [hunkOf('-three\n+other')]))).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { Changes } from '../../protocol/changes';
import { changedFile, changesOf, hunkOf } from '../../../test/changes';
import { Drafts } from './drafts.svelte';
import { DiffReading } from './reading.svelte';
import { lineAt } from './sheet';
import { DiffSource } from './source.svelte';
import { Viewed, printOf } from './viewed.svelte';

const file = changedFile('a.ts', [hunkOf(' one\n-two\n+TWO\n three\n+four')]);
const made = changedFile('package-lock.json', [hunkOf('+x')]);

function reading(changes: Changes = changesOf([file, made])): DiffReading {
  const source = new DiffSource({} as never, 'engine_1:a', () => undefined);
  source.answer = changes;
  return new DiffReading(source, new Drafts('engine_1:a', undefined), new Viewed('engine_1:a'));
}

describe('the keys of a reader', () => {
  it('go from line to line, over heads, and mark with Shift within one hunk only', () => {
    const one = reading(changesOf([file, changedFile('b.ts', [hunkOf('+z')])]));
    one.step(1, false);
    expect(one.cursor).toEqual({ path: 'a.ts', hunk: 0, row: 0 });
    one.chooseSide(false);
    one.step(1, true);
    one.step(1, true);
    expect([0, 1, 2, 3].map((row) => one.isMarked('a.ts', 0, row))).toEqual([true, true, true, false]);
    for (let at = 0; at < 9; at += 1) one.step(1, true);
    expect(one.cursor).toEqual({ path: 'a.ts', hunk: 0, row: 4 });
    one.step(1, false);
    expect([one.cursor?.path, one.mark]).toEqual(['b.ts', undefined]);
  });

  it('go from change to change, over folded files', () => {
    const one = reading();
    one.chooseSide(false);
    const stops = [];
    for (let at: number | undefined = -1; at !== undefined; at = one.toChange(1, at)) stops.push(lineAt(one.items[at]));
    expect(stops.slice(1)).toEqual([
      { path: 'a.ts', hunk: 0, row: 1 },
      { path: 'a.ts', hunk: 0, row: 4 },
    ]);
  });
});

describe('a comment', () => {
  it('is one only once it has words, and opens again where it stands', () => {
    const one = reading();
    one.stand({ path: 'a.ts', hunk: 0, row: 4 }, false);
    one.comment();
    expect([one.drafts.open.length, one.comments.length]).toEqual([0, 1]);
    one.write('Why?');
    one.done();
    expect([one.drafts.open.length, one.openOn('a.ts')]).toEqual([1, 1]);
    expect(one.comment()?.text).toBe('Why?');
    one.write('');
    one.done();
    expect([one.drafts.open.length, one.comments.length]).toEqual([0, 0]);
  });

  it('on a file that is gone stands before everything else, and can still be sent', () => {
    const one = reading();
    one.stand({ path: 'a.ts', hunk: 0, row: 4 }, false);
    one.comment();
    one.write('Why?');
    one.done();
    one.source.answer = changesOf([made]);
    expect(one.items[0]).toMatchObject({ is: 'comment', lost: true });
    expect(one.drafts.open.length).toBe(1);
  });
});

describe('a file', () => {
  it('that programs write by themselves is folded until somebody opens it', () => {
    const one = reading();
    expect([one.isFolded('a.ts'), one.isFolded('package-lock.json')]).toEqual([false, true]);
    one.fold('package-lock.json', false);
    expect(one.isFolded('package-lock.json')).toBe(false);
  });

  it('that was seen is folded, and seen no longer when it changes again', () => {
    const one = reading();
    one.see('a.ts', true);
    expect([one.viewed.has(file), one.isFolded('a.ts')]).toEqual([true, true]);
    expect(one.viewed.has(changedFile('a.ts', [hunkOf('+more')]))).toBe(false);
    one.see('a.ts', false);
    expect([one.viewed.has(file), one.isFolded('a.ts')]).toEqual([false, false]);
  });

  it('is another one with every line of it', () => {
    const prints = ['+a', '-a', ' a', '+a\n+b', '+ab'].map((text) => printOf(changedFile('a', [hunkOf(text)])));
    expect(new Set(prints).size).toBe(prints.length);
  });
});

it('a long line that is shown whole makes all of them scroll further', () => {
  const long = changedFile('a.txt', [hunkOf(`+${'x'.repeat(3_000)}`)]);
  const one = reading(changesOf([long]));
  expect(one.columns).toBe(500);
  one.showWhole({ path: 'a.txt', hunk: 0, row: 0 });
  expect([one.columns, one.isWhole({ path: 'a.txt', hunk: 0, row: 0 })]).toEqual([3_000, true]);
});

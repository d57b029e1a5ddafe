import { describe, expect, it } from 'vitest';
import { Api } from '../../net/api';
import type { ChangeCount, Changes } from '../../protocol/changes';
import { changedFile, changesOf, hunkOf } from '../../../test/changes';
import { DiffDesk } from './desk.svelte';
import type { DiffReading } from './reading.svelte';
import { DiffSource } from './source.svelte';

const one = changedFile('a.ts', [hunkOf('+one')]);
const two = changedFile('b.ts', [hunkOf('+two'), hunkOf('+three')]);

/** A server that answers each request as the test lets it. */
function server() {
  const asked: string[] = [];
  const waiting: ((answer: Response) => void)[] = [];
  const api = new Api((path) => {
    asked.push(path);
    return new Promise((answer) => waiting.push(answer));
  });
  const answers = (changes: Changes | ChangeCount) => waiting.shift()?.(Response.json(changes));
  const refuses = (status: number) =>
    waiting.shift()?.(Response.json({ status, code: 'unreadable', title: '', detail: '' }, { status }));
  return { api, asked, answers, refuses };
}

function reading() {
  const { api, ...rest } = server();
  const counted: number[] = [];
  const source = new DiffSource(api, 'engine_1:a', ({ files }) => counted.push(files.length));
  return { source, counted, ...rest };
}

describe('what a session changed', () => {
  it('is shown when it comes', async () => {
    const { source, answers, asked, counted } = reading();
    const loaded = source.refresh();
    answers(changesOf([one]));
    await loaded;
    expect(source.answer?.files).toEqual([one]);
    expect([asked, counted]).toEqual([['/api/sessions/engine_1:a/changes'], [1]]);
  });

  it('stays as it is read until somebody wants what came meanwhile', async () => {
    const { source, answers, counted } = reading();
    let loaded = source.refresh();
    answers(changesOf([one]));
    await loaded;
    loaded = source.refresh();
    answers(changesOf([one, two]));
    await loaded;
    expect([source.answer?.files.length, source.newer?.count]).toEqual([1, 2]);
    expect(counted).toEqual([1, 2]);
    source.take();
    expect([source.answer?.files.length, source.newer]).toEqual([2, undefined]);
  });

  it('comes at once where nothing was there to be read', async () => {
    const { source, answers } = reading();
    let loaded = source.refresh();
    answers(changesOf([]));
    await loaded;
    loaded = source.refresh();
    answers(changesOf([one]));
    await loaded;
    expect([source.answer?.files.length, source.newer]).toEqual([1, undefined]);
  });

  it('is asked for once more for all that was heard while a request was on its way', async () => {
    const { source, answers, asked } = reading();
    const loaded = source.refresh();
    await source.refresh();
    await source.refresh();
    answers(changesOf([]));
    await expect.poll(() => asked.length).toBe(2);
    answers(changesOf([one]));
    await loaded;
    expect([asked.length, source.answer?.files.length]).toEqual([2, 1]);
  });

  it('is that of the scope that was chosen last, whichever answer comes first', async () => {
    const { source, answers, asked } = reading();
    const first = source.choose('uncommitted');
    const last = source.choose('since');
    answers(changesOf([one], { scope: 'uncommitted' }));
    answers(changesOf([two], { scope: 'since' }));
    await Promise.all([first, last]);
    expect(asked).toEqual([
      '/api/sessions/engine_1:a/changes?scope=uncommitted',
      '/api/sessions/engine_1:a/changes?scope=since',
    ]);
    expect([source.answer?.scope, source.loading]).toEqual(['since', false]);
  });

  it('stays in sight where it cannot be read any more, beside the reason', async () => {
    const { source, answers, refuses } = reading();
    let loaded = source.refresh();
    answers(changesOf([one]));
    await loaded;
    loaded = source.refresh();
    refuses(422);
    await loaded;
    expect([source.answer?.files.length, source.trouble?.code]).toEqual([1, 'unreadable']);
  });
});

describe('the number of changed files', () => {
  const count = { recorded: true, files: 2, additions: 3, deletions: 0, unknown: 0, truncated: false };

  it('is asked for once, and without what was changed', async () => {
    const { api, asked, answers } = server();
    const desk = new DiffDesk(api);
    const counted = desk.count('engine_1:a');
    await desk.count('engine_1:a');
    answers(count);
    await counted;
    expect([asked, desk.counts.get('engine_1:a')]).toEqual([['/api/sessions/engine_1:a/changes?count=1'], 2]);
  });

  it('is that of what is read where that came first', async () => {
    const { api, answers } = server();
    const desk = new DiffDesk(api);
    const counted = desk.count('engine_1:a');
    desk.reading('engine_1:a', () => ({}) as DiffReading);
    desk.counted('engine_1:a', changesOf([one]));
    answers(count);
    await counted;
    expect(desk.counts.get('engine_1:a')).toBe(1);
  });

  it('is asked for again where it was refused, and is unknown where the program logs no edits', async () => {
    const { api, answers, refuses } = server();
    const desk = new DiffDesk(api);
    const refused = desk.count('engine_1:a');
    refuses(422);
    await refused;
    const counted = desk.count('engine_1:a');
    answers({ ...count, recorded: false });
    await counted;
    expect(desk.counts.has('engine_1:a')).toBe(false);
  });

  it('is not that of git', () => {
    const desk = new DiffDesk(server().api);
    desk.counted('engine_1:a', changesOf([one]));
    desk.counted('engine_1:a', changesOf([one, two], { scope: 'uncommitted' }));
    expect(desk.counts.get('engine_1:a')).toBe(1);
  });
});

it('a reading that was left is gone on with, of the sessions that were read last', () => {
  const desk = new DiffDesk(server().api);
  const begun: string[] = [];
  const read = (sid: string) =>
    desk.reading(sid, () => {
      begun.push(sid);
      return { sid } as unknown as DiffReading;
    });
  const first = read('a');
  for (const sid of ['b', 'c', 'd']) read(sid);
  expect(read('a')).toBe(first);
  for (const sid of ['e', 'b']) read(sid);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
});

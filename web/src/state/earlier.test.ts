import { expect, it } from 'vitest';
import type { Api } from '../net/api';
import { turn } from '../../test/server';
import type { HistoryPage } from '../protocol/transcript';
import { Earlier } from './earlier.svelte';

const words = (index: number) => `turn number ${String(index)} of this conversation`;

/** A server with so many turns, ten a page. */
function server(total: number): Api {
  const get = (_: string, query: { before?: number; cursor?: string; format: string }): Promise<HistoryPage> => {
    const to = Math.min(query.cursor === undefined ? (query.before ?? total) : Number(query.cursor), total);
    const from = Math.max(0, to - 10);
    const indices = Array.from({ length: to - from }, (_, at) => from + at);
    return Promise.resolve({
      turns_from: from,
      turns_to: to,
      total_turns: total,
      next_cursor: from === 0 ? null : String(from),
      truncated: false,
      ...(query.format === 'json'
        ? { turns: indices.map((index) => turn(index, words(index))) }
        : { text: indices.map((index) => `${words(index)}\n`).join('') }),
    });
  };
  return { get } as unknown as Api;
}

const shownFrom = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => words(from + at)).join('\n');

async function read(total: number, turns: number | null, text: string, overflowed = false): Promise<string[]> {
  const earlier = new Earlier(server(total), 'engine_1:a');
  await earlier.begin({ turns, text, overflowed, cols: 80 });
  while (!earlier.complete) await earlier.older();
  return earlier.pages.flatMap((page) => page.lines);
}

const all = (to: number) => Array.from({ length: to }, (_, at) => words(at));

it('ends where the terminal begins, as the server says', async () => {
  expect(await read(40, 25, 'a program that shows nothing of the conversation')).toEqual(all(25));
});

it('repeats nothing that the program printed again when it was resumed', async () => {
  expect(await read(40, 40, shownFrom(3, 40))).toEqual(all(3));
});

it('leaves out nothing that the emulator has already forgotten', async () => {
  expect(await read(40, 2, shownFrom(31, 40), true)).toEqual(all(31));
});

it('finds the place by the words alone where the server does not know', async () => {
  expect(await read(40, null, shownFrom(22, 40))).toEqual(all(22));
});

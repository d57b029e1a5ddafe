import { expect, it } from 'vitest';
import { row, turn } from '../../test/server';
import { Api } from '../net/api';
import type { Turn } from '../protocol/transcript';
import { LastWords } from './lastwords.svelte';

const tool = (index: number): Turn => ({ ...turn(index, ''), role: 'tool' });
const answer = (index: number, text: string): Turn => ({ ...turn(index, text), role: 'assistant' });

/** A server whose answers about sessions wait until they are let go. */
function server(turns: Turn[], status = 200) {
  const calls: string[] = [];
  const given: (() => void)[] = [];
  let left = 0;
  const api = new Api(async (path, init) => {
    calls.push(decodeURIComponent(path));
    await new Promise<void>((resolve, reject) => {
      given.push(resolve);
      init?.signal?.addEventListener('abort', () => {
        left++;
        reject(init.signal?.reason as Error);
      });
    });
    if (status === 0) throw new TypeError('no answer');
    return Response.json(status === 200 ? { turns } : { status, code: 'unreadable' }, { status });
  });
  const letGo = () => given.shift()?.();
  return { calls, letGo, left: () => left, words: new LastWords(api) };
}

it('shows what was said last, in one line, and who said it', async () => {
  const { words, letGo } = server([turn(0, 'Why?'), answer(1, '\n## **Done:** `cart.ts` is fixed.\n\nMore.'), tool(2)]);
  words.look([row(1)]);
  expect(words.of(row(1))).toBeUndefined();
  letGo();
  await expect.poll(() => words.of(row(1))).toMatchObject({ text: 'Done: cart.ts is fixed.', own: false });
});

it('asks for a few turns of one session after the other', async () => {
  const { words, letGo, calls } = server([turn(0, 'Yes.')]);
  words.look([row(1), row(2)]);
  expect(calls).toEqual(['/api/sessions/engine_1:1/history?format=json&limit=10']);
  letGo();
  await expect.poll(() => calls.length).toBe(2);
  letGo();
  await expect.poll(() => words.of(row(2))).toMatchObject({ text: 'Yes.', own: true });
});

it('asks again only for a session in which something happened', async () => {
  const { words, letGo, calls } = server([turn(0, 'Yes.')]);
  words.look([row(1)]);
  letGo();
  await expect.poll(() => words.of(row(1))?.text).toBe('Yes.');
  words.look([row(1)]);
  expect(calls).toHaveLength(1);
  words.look([row(1, { updated_at: '2026-11-21T00:00:00.000Z' })]);
  expect(calls).toHaveLength(2);
});

it('gives up what is on its way when nobody looks any more, and asks for nothing else', async () => {
  const { words, calls, left } = server([turn(0, 'Yes.')]);
  words.look([row(1), row(2)]);
  words.leave();
  await expect.poll(left).toBe(1);
  expect(calls).toHaveLength(1);
  expect(words.of(row(1))).toBeUndefined();
});

it('a session that cannot be read has no last words, and the others have', async () => {
  const { words, letGo, calls } = server([], 422);
  words.look([row(1), row(2)]);
  letGo();
  await expect.poll(() => words.of(row(1))?.text).toBe('');
  expect(calls).toHaveLength(2);
});

it('asks again with the next look where there was no answer', async () => {
  const { words, letGo, calls } = server([], 0);
  words.look([row(1)]);
  letGo();
  await expect
    .poll(() => {
      words.look([row(1)]);
      return calls.length;
    })
    .toBe(2);
  expect(words.of(row(1))).toBeUndefined();
});

import { beforeEach, expect, it } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import { Refusal } from '../net/refusal';
import { App } from './app.svelte';
import type { Proving } from './proving.svelte';

let sent: unknown[];
let answers: number[];
let proving: Proving;
let done: number;

/** Needs a proof until one was given. */
async function step(): Promise<void> {
  if (sent.length === 0 || answers.length > 0)
    throw new Refusal({ title: 'x', status: 401, detail: 'x', code: 'proof_required' });
  done += 1;
  return Promise.resolve();
}

beforeEach(() => {
  sent = [];
  answers = [];
  done = 0;
  const location = { pathname: '/', search: '', hash: '' };
  const window = { location, history: { replaceState: () => undefined } } as unknown as Window;
  const app = new App(window, new FakeServer([row(1)]).api, new LiveFeed());
  const api = new Api((_path, options) => {
    sent.push(JSON.parse(String(options?.body)));
    const status = answers.shift() ?? 204;
    const problem = { title: 'x', status, detail: 'x', code: 'bad_credentials' };
    return Promise.resolve(status === 204 ? new Response(null, { status }) : Response.json(problem, { status }));
  });
  Object.defineProperty(app, 'api', { value: api });
  proving = app.proving;
});

it('asks once, and then does the same again', async () => {
  await proving.attempt(step);
  expect([proving.asked, done]).toEqual([true, 0]);
  await proving.prove({ password: 'right' });
  expect([proving.asked, done]).toEqual([false, 1]);
  expect(sent).toEqual([{ password: 'right' }]);
});

it('goes on asking after a wrong one, and says so', async () => {
  answers = [401];
  await proving.attempt(step);
  await proving.prove({ password: 'wrong' });
  expect([proving.asked, done]).toEqual([true, 0]);
  expect(proving.wrong).toBe('That is not right. Try again.');
  await proving.prove({ code: '123456' });
  expect([proving.asked, done, proving.wrong]).toEqual([false, 1, '']);
});

it('does nothing any more once it was cancelled', async () => {
  await proving.attempt(step);
  proving.cancel();
  await proving.prove({ password: 'right' });
  expect([proving.asked, done]).toEqual([false, 0]);
});

it('leaves every other refusal to whoever asked', async () => {
  const other = new Refusal({ title: 'x', status: 409, detail: 'x', code: 'conflict' });
  await expect(proving.attempt(() => Promise.reject(other))).rejects.toBe(other);
  expect(proving.asked).toBe(false);
});

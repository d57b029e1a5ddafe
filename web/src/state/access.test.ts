import { expect, it } from 'vitest';
import { Api } from '../net/api';
import type { Config } from '../protocol/config';
import { Access } from './access.svelte';
import type { Place } from './place.svelte';

const guessed = { count: 3, since: '2026-11-22T10:00:00.000Z' };

function access(answer: Partial<Config>, asked: string[] = []): Access {
  const api = new Api((path, init) => {
    asked.push(`${init?.method ?? ''} ${path}`);
    return Promise.resolve(path === '/api/config' ? Response.json(answer) : new Response(null, { status: 204 }));
  });
  return new Access(api, {} as Place);
}

it('wrong codes that somebody has read of are taken away here and on the server', async () => {
  const asked: string[] = [];
  const some = access({ version: '1', wrong_codes: guessed }, asked);
  await some.configure();
  expect(some.config?.wrong_codes).toEqual(guessed);
  await some.wrongCodesSeen();
  expect(some.config?.wrong_codes).toBeNull();
  expect(asked).toEqual(['GET /api/config', 'DELETE /api/2fa/wrong-codes']);
});

it('they are gone when the server says so, as after a change of the password', async () => {
  const answer: Partial<Config> = { version: '1', wrong_codes: guessed };
  const some = access(answer);
  await some.configure();
  answer.wrong_codes = null;
  await some.configure();
  expect(some.config?.wrong_codes).toBeNull();
});

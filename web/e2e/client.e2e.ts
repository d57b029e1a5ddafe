import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setStage } from './stage.ts';
import { sessionId, writeSessions, writeStandIn } from './stores.ts';

const stage = setStage((home) => {
  writeSessions(home, 3);
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

/** As far as it is used here; the rest is what the generator makes of the description. */
interface Generated {
  client: { setConfig(config: { baseUrl: string; auth: () => string }): unknown };
  listSessions(options: object): Promise<Answer<{ sessions: { id: string }[] }>>;
  renameSession(options: object): Promise<Answer<{ title: string }>>;
  sendText(options: object): Promise<Answer<object>>;
}
interface Answer<T> {
  data?: T;
  error?: { code: string };
  response: Response;
}

const description = join(import.meta.dirname, '../../server/src/main/resources/openapi.json');
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-client-'));
  await createClient({ input: description, output: { path: folder }, logs: { level: 'silent' } });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('what a stock generator makes of the description compiles as it is', () => {
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc');
  const words = '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler'.split(' ');
  const { status, stdout } = spawnSync(tsc, [...words, 'index.ts'], { cwd: folder, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

it('a program that uses it reads and changes with its token, and is refused what that does not open', async () => {
  const words = ['token', 'create', 'client', '--scope', 'read,organise'];
  const token = (await stage.service.run(words)).trim();
  const generated = (await import(pathToFileURL(join(folder, 'index.ts')).href)) as Generated;
  const { client } = (await import(pathToFileURL(join(folder, 'client.gen.ts')).href)) as Generated;
  client.setConfig({ baseUrl: stage.service.origin, auth: () => token });

  const listed = await generated.listSessions({ query: { limit: 2 } });
  expect(listed.data?.sessions).toHaveLength(2);

  const sid = `engine_1:${sessionId(0)}`;
  const renamed = await generated.renameSession({ path: { sid }, body: { title: 'By a client' } });
  expect(renamed.data?.title).toBe('By a client');

  const refused = await generated.sendText({ path: { sid }, body: { text: 'no' } });
  expect([refused.response.status, refused.error?.code]).toEqual([403, 'scope']);
});

import { expect, it } from 'vitest';
import { Api } from '../net/api';
import type { Config } from '../protocol/config';
import { Capabilities } from './capabilities.svelte';

const engine = (key: string, present: boolean, agent = true) => ({
  engine: key,
  label: `Program ${key}`,
  present,
  agent,
});

function offered(answers: Record<string, object>, config?: Partial<Config>): Capabilities {
  const api = new Api((path) => Promise.resolve(Response.json(answers[path] ?? {})));
  return new Capabilities(api, () => config as Config | undefined);
}

it('says that nothing is there only when it was asked and none is', async () => {
  const answers = { '/api/engines': { engines: [engine('engine_1', false), engine('engine_2', false)] } };
  answers['/api/engines'].engines.push(engine('engine_0', true, false)); // a shell is on every host
  const some = offered(answers);
  expect(some.nothing).toBe(false);
  await some.loadEngines();
  expect(some.nothing).toBe(true);
  answers['/api/engines'].engines.push(engine('engine_3', true));
  await some.loadEngines();
  expect(some.nothing).toBe(false);
});

it('calls a program as the server does, and by its key before it is known', async () => {
  const some = offered({ '/api/engines': { engines: [engine('engine_2', true)] } }, { labels: { engine_1: 'Claude' } });
  expect(some.label('engine_2')).toBe('engine_2');
  await some.loadEngines();
  expect([some.label('engine_1'), some.label('engine_2')]).toEqual(['Claude', 'Program engine_2']);
});

it('draws the mark of a program by the first answer, before the programs are known', async () => {
  const look = { colors: { light: '#111111', dark: '#222222', contrast: '#333333' }, icon: 'M1 1h2' };
  const some = offered({ '/api/engines': { engines: [engine('engine_2', true)] } }, { looks: { engine_1: look } });
  expect([some.look('engine_1'), some.look('engine_2')]).toEqual([look, undefined]);
  await some.loadEngines();
  expect(some.look('engine_2')).toMatchObject({ engine: 'engine_2' });
});

it.each([
  ['off', false],
  ['idle', true],
  ['running', true],
])('a review that is %s can be asked for: %s', async (state, can) => {
  const some = offered({ '/api/ai-review': { state } });
  await some.loadReviewing();
  expect(some.reviewing).toBe(can);
});

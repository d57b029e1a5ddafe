import { beforeEach, expect, it } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { LiveFeed } from '../net/live';
import type { Config } from '../protocol/config';
import type { Engine } from '../protocol/engine';
import type { EngineKey } from '../protocol/session';
import { App } from './app.svelte';
import { HandOver } from './handover.svelte';

let app: App;
let draft: HandOver;

beforeEach(() => {
  const location = { pathname: '/', search: '', hash: '' };
  const window = { location, history: { replaceState: () => undefined } } as unknown as Window;
  app = new App(window, new FakeServer([row(1)]).api, new LiveFeed());
  app.access.config = { new_session_engines: ['engine_1', 'engine_2', 'engine_6'] } as unknown as Config;
  const engine = (key: EngineKey, takes: boolean) =>
    ({ engine: key, takes_prompt: takes, agent: true }) as unknown as Engine;
  app.capabilities.engines = [
    engine('engine_1', true),
    engine('engine_2', true),
    engine('engine_3', true),
    engine('engine_6', false),
  ];
  draft = new HandOver(app, row(1));
});

it('offers the installed programs that take a first prompt, another one first, and names the others', () => {
  expect(draft.offers).toEqual(['engine_2', 'engine_1']);
  expect(draft.engine).toBe('engine_2');
  expect(draft.unable).toEqual(['engine_6']);
});

it('is ready with something to say of at most 16 KiB', () => {
  expect(draft.ready).toBe(false);
  draft.prompt = '  ';
  expect(draft.ready).toBe(false);
  draft.prompt = 'ü'.repeat(8 * 1024);
  expect(draft.ready).toBe(true);
  draft.prompt += 'ü';
  expect([draft.tooLong, draft.ready]).toEqual([true, false]);
});

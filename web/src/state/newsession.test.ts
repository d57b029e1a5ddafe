import { beforeEach, describe, expect, it } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { LiveFeed } from '../net/live';
import type { Engine } from '../protocol/engine';
import { App } from './app.svelte';
import { NewSession } from './newsession.svelte';

let app: App;
let draft: NewSession;

beforeEach(() => {
  const location = { pathname: '/', search: '', hash: '' };
  const window = { location, history: { replaceState: () => undefined } } as unknown as Window;
  app = new App(window, new FakeServer([row(1)]).api, new LiveFeed());
  draft = new NewSession(app);
  draft.folder = '/work';
  draft.engine = 'engine_1';
  takes(true);
});

function takes(prompt: boolean): void {
  app.capabilities.engines = [
    { engine: 'engine_1', takes_prompt: prompt, new_session_reconciles: false, agent: true } as unknown as Engine,
    { engine: 'engine_0', takes_prompt: true, new_session_reconciles: false, agent: false } as unknown as Engine,
  ];
}

describe('the draft of a new session', () => {
  it('has a field for a first prompt only where the program takes one', () => {
    expect(draft.takesPrompt).toBe(true);
    takes(false);
    expect(draft.takesPrompt).toBe(false);
  });

  it('is not ready with a prompt of more than 16 KiB, and is once the program takes none', () => {
    draft.prompt = 'ü'.repeat(8 * 1024);
    expect(draft.ready).toBe(true);
    draft.prompt += 'ü';
    expect([draft.promptTooLong, draft.ready]).toEqual([true, false]);
    takes(false);
    expect(draft.ready).toBe(true);
  });

  it('is not ready before the server has said what the program can', () => {
    const known = app.capabilities.engines;
    app.capabilities.engines = [];
    expect(draft.ready).toBe(false);
    app.capabilities.engines = known;
    expect(draft.ready).toBe(true);
  });

  it('asks for another command when folder, permissions or the presence of a prompt change, not at every letter', () => {
    const wishes = new Set([draft.wish]);
    draft.prompt = 'F';
    wishes.add(draft.wish);
    draft.prompt = 'Fix it';
    wishes.add(draft.wish);
    draft.bypass = true;
    wishes.add(draft.wish);
    draft.folder = '/other';
    wishes.add(draft.wish);
    expect(wishes.size).toBe(4);
  });

  it('asks for no permissions where nobody acts but its person', () => {
    draft.bypass = true;
    const asking = draft.wish;
    draft.engine = 'engine_0';
    const plain = draft.wish;
    draft.bypass = false;
    expect([draft.isAgent, draft.wish === plain, plain === asking]).toEqual([false, true, false]);
  });
});

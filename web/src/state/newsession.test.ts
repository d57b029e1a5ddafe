import { beforeEach, describe, expect, it } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { LiveFeed } from '../net/live';
import type { Engine } from '../protocol/engine';
import type { Beginnings } from '../protocol/hosts';
import type { Project } from '../protocol/project';
import { App } from './app.svelte';
import { everything } from './filter';
import { NewSession } from './newsession.svelte';
import type { Terminals } from './terminal/terminals.svelte';

let app: App;
let draft: NewSession;
let server: FakeServer;
let went: string[];

beforeEach(() => {
  went = [];
  const location = { pathname: '/', search: '', hash: '' };
  const window = {
    location,
    history: { replaceState: () => undefined, pushState: (_: unknown, __: string, path: string) => went.push(path) },
  } as unknown as Window;
  server = new FakeServer([row(1)]);
  app = new App(window, server.api, new LiveFeed());
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

describe('a new session on another host', () => {
  const facet = { here: false, online: true, last_seen: null, allows: 'drive', count: 0 } as const;
  const folder = { path: '/code/there', sessions: 2, last_used: null };

  beforeEach(async () => {
    server.hosts = [
      { ...facet, host: 'laptop-3', here: true },
      { ...facet, host: 'forge-1' },
      { ...facet, host: 'forge-2', online: false, last_seen: '2026-11-28T10:00:00.000Z' },
      { ...facet, host: 'forge-3', allows: 'organise' },
    ];
    server.beginnings.set('forge-1', {
      programs: [
        { engine: 'engine_0', label: 'Shell there', takes_prompt: true, agent: false, new_session_reconciles: false },
        { engine: 'engine_2', label: 'Codex', takes_prompt: true, agent: true, new_session_reconciles: true },
      ],
      folders: [folder],
      roots: [],
      projects: [],
    });
    await app.sessions.show(everything);
  });

  function there(): Beginnings {
    const told = server.beginnings.get('forge-1');
    if (!told) throw new Error('forge-1 says nothing');
    return told;
  }

  /** What its host is asked to begin. */
  async function begun(): Promise<Record<string, unknown>> {
    app.withTerminals = () =>
      Promise.resolve({ open: () => ({ screen: { takeKeys: () => undefined } }) } as unknown as Terminals);
    expect(await draft.start()).toBe(true);
    return JSON.parse(server.calls.at(-1)?.split(' ').slice(2).join(' ') ?? '') as Record<string, unknown>;
  }

  it('is offered for hosts that are there and let others drive, and for no others', () => {
    expect(draft.hosts).toEqual(['forge-1']);
  });

  it('has the programs and folders of its host, and none of this one', async () => {
    draft.bypass = true;
    draft.host = 'forge-1';
    expect([draft.engines, draft.folder, draft.ready]).toEqual([[], '', false]);
    await draft.load();
    expect(draft.engines).toEqual(['engine_0', 'engine_2']);
    expect([draft.engine, draft.labelOf('engine_0'), draft.isAgent]).toEqual(['engine_0', 'Shell there', false]);
    expect([draft.folder, draft.bypass, draft.rootOfTyped()]).toEqual(['/code/there', false, undefined]);
    expect(draft.ready).toBe(true);
  });

  it('shows the command that its host says, with the id that it will have there', async () => {
    draft.host = 'forge-1';
    await draft.load();
    draft.engine = 'engine_2';
    draft.prompt = 'go';
    await draft.askCommand();
    expect([draft.command?.folder, draft.command?.prompted]).toEqual(['/code/there', true]);
    expect(draft.command?.argv[1]).toMatch(/^\/api\/sessions\/engine_2:new-[0-9a-f-]{36}@forge-1\/command$/);
  });

  it('says why its host does not say what it would run', async () => {
    draft.host = 'forge-1';
    await draft.load();
    server.refused = { status: 503, code: 'host_offline', detail: 'forge-1 is offline.' };
    await draft.askCommand();
    expect([draft.command, draft.objection]).toEqual([undefined, 'forge-1 is offline.']);
    draft.host = undefined;
    expect(draft.objection).toBeUndefined();
  });

  it('shows no command that another host said before this one was chosen', async () => {
    draft.host = 'forge-1';
    await draft.load();
    const letGo = server.hold();
    const asking = draft.askCommand();
    draft.host = undefined;
    letGo();
    await asking;
    expect(draft.command).toBeUndefined();
  });

  it('goes into a project of its host, which is guessed from the folder and can be another or none', async () => {
    app.projects.all = [{ id: 'here', name: 'Shop', folders: ['/code'], archived: false } as unknown as Project];
    there().projects = [
      { id: 'p1', name: 'Shop', folders: ['/code'] },
      { id: 'p2', name: 'Ledger', folders: [] },
    ];
    draft.host = 'forge-1';
    await draft.load();
    expect([draft.projects.map(({ id }) => id), draft.guessed?.id]).toEqual([['p1', 'p2'], 'p1']);
    expect(await begun()).toMatchObject({ project_id: 'p1' });
    draft.project = 'p2';
    expect(await begun()).toMatchObject({ project_id: 'p2' });
    draft.project = null;
    expect(await begun()).not.toHaveProperty('project_id');
    draft.host = undefined;
    expect([draft.project, draft.projects.map(({ id }) => id)]).toEqual([undefined, ['here']]);
  });

  it('is begun under the id that its command was shown with', async () => {
    draft.host = 'forge-1';
    await draft.load();
    draft.engine = 'engine_2';
    await draft.askCommand();
    const { native_id } = await begun();
    expect(native_id).toMatch(/^new-[0-9a-f-]{36}$/);
    expect(draft.command?.argv[1]).toContain(`:${String(native_id)}@forge-1`);
  });

  it('gets a new folder where its host makes some, and that host is asked for it', async () => {
    draft.host = 'forge-1';
    await draft.load();
    expect(draft.rootOfTyped()).toBeUndefined();
    there().roots = ['/code'];
    await draft.load();
    expect(draft.rootOfTyped()).toBe('/code');
    expect(await draft.makeFolder('/code', 'new')).toBe(true);
    expect(draft.folder).toBe('/code/new');
    expect(server.calls.at(-1)).toBe('POST /api/folders/mkdir?host=forge-1 {"parent":"/code","name":"new"}');
  });

  it('says what its host says of a folder that it does not make', async () => {
    draft.host = 'forge-1';
    await draft.load();
    server.refused = { status: 422, code: 'invalid', detail: 'forge-1 decides that: choose another name.' };
    expect(await draft.makeFolder('/code', '..')).toBe(false);
    expect(draft.folder).toBe('/code/there');
    expect(app.toasts.list.at(-1)?.text).toBe('forge-1 decides that: choose another name.');
  });

  it('takes nothing from an answer that came after another host was chosen', async () => {
    const letGo = server.hold();
    draft.host = 'forge-1';
    const loading = draft.load();
    draft.host = undefined;
    letGo();
    await loading;
    expect([draft.there, draft.folders]).toEqual([undefined, []]);
  });

  it('is begun there, and has its host behind its id', async () => {
    app.withTerminals = () =>
      Promise.resolve({ open: () => ({ screen: { takeKeys: () => undefined } }) } as unknown as Terminals);
    draft.host = 'forge-1';
    await draft.load();
    draft.prompt = 'ls';
    expect(await draft.start()).toBe(true);
    expect(server.calls.at(-1)).toMatch(
      /^POST \/api\/sessions\?host=forge-1 \{"engine":"engine_0","folder":"\/code\/there","native_id":"[0-9a-f-]{36}","prompt":"ls"\}$/,
    );
    const begun = app.begun.get('engine_1:begun@forge-1');
    expect([begun?.host, begun?.native_id]).toEqual(['forge-1', 'begun']);
    const sid = 'engine_1:begun@forge-1';
    expect(went).toEqual([app.place.href({ at: 'session', sid, tab: 'terminal', turn: undefined })]);
  });

  it('stays a draft where its host refuses it', async () => {
    server.refusals.set('/api/sessions', { status: 422, code: 'invalid' });
    app.withTerminals = () => Promise.resolve({} as unknown as Terminals);
    draft.host = 'forge-1';
    await draft.load();
    expect(await draft.start()).toBe(false);
    expect([draft.starting, app.begun.size]).toEqual([false, 0]);
    expect(app.toasts.list.at(-1)?.text).toMatch(/^forge-1: /);
  });
});

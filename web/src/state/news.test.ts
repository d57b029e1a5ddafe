import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { elsewhere, FakeServer, review, row, rows } from '../../test/server';
import { LiveFeed } from '../net/live';
import type { LiveType } from '../protocol/live';
import type { SessionRow } from '../protocol/session';
import { App } from './app.svelte';
import { everything } from './filter';
import { Home } from './home.svelte';

const shown = 'engine_1:1';

/** A tab that shows the list and one session, beside a server whose events it hears. */
class Tab {
  readonly server: FakeServer;
  readonly feed = new LiveFeed();
  readonly app: App;
  readonly home: Home;

  constructor(server: FakeServer) {
    this.server = server;
    const location = { pathname: '/', search: '', hash: '' };
    this.app = new App({ location } as unknown as Window, server.api, this.feed);
    this.home = new Home(this.app);
  }

  async ready(filter = everything): Promise<this> {
    const { app } = this;
    await Promise.all([app.sessions.show(filter), app.live.load(), app.openSession.show(shown, undefined)]);
    await this.home.load();
    this.server.calls.length = 0;
    return this;
  }

  hear(type: LiveType, data: unknown): void {
    this.feed.onEvent({ type, data: structuredClone(data) });
  }

  /** The server changes a row and announces it. */
  change(id: string, change: Partial<SessionRow>): void {
    this.hear('session', this.#changed(id, change));
  }

  run(id: string, live: boolean, status: SessionRow['status'], question: SessionRow['question'] = null): void {
    this.runs(id, { live, status, question });
  }

  runs(id: string, change: Partial<SessionRow>): void {
    const { live, status, question, elsewhere, background } = this.#changed(id, change);
    this.hear('terminal', { id, live, status, question, elsewhere, background });
  }

  #changed(id: string, change: Partial<SessionRow>): SessionRow {
    const found = this.server.rows.find((one) => one.id === id);
    if (!found) throw new Error(`no row ${id}`);
    return Object.assign(found, change);
  }

  get first(): SessionRow {
    const found = this.app.sessions.find(shown);
    if (!found) throw new Error('the list does not show the row');
    return found;
  }

  /** Waits until a request was sent whose answer is held. */
  async onItsWay(): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
    expect(this.server.calls).not.toEqual([]);
  }

  /** The requests since it was ready, after everything that was pending has run. */
  async asked(): Promise<string[]> {
    await vi.runAllTimersAsync();
    return this.server.calls.map((call) => call.replace(/ \{.*/, ''));
  }

  /** What each place shows is what the server has. */
  async expectTrue(): Promise<void> {
    const { app, server } = this;
    const calls = [...server.calls];
    const fresh = await new Tab(server).ready(app.place.filter);
    server.calls.splice(0, Infinity, ...calls);
    expect(app.sessions.rows).toEqual(fresh.app.sessions.rows);
    expect(app.sessions.total).toBe(fresh.app.sessions.total);
    expect(app.live.rows).toEqual(fresh.app.live.rows);
    expect(app.live.waiting).toEqual(fresh.app.live.waiting);
    expect(app.openSession.row).toEqual(fresh.app.openSession.row);
    expect(this.home.sections).toEqual(fresh.home.sections);
  }
}

const zone = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone);
const list = `GET /api/sessions?offset=0&limit=100&zone=${zone}`;
const running = 'GET /api/sessions?live=1&limit=500';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Deed {
  name: string;
  run: (tab: Tab) => Promise<unknown> | undefined;
  asks: string[];
}

/** In this tab, which receives the event of the change as well. */
const echoed = async (tab: Tab, deed: Promise<unknown>) => {
  await deed;
  tab.change(shown, {});
};

const deeds: Deed[] = [
  {
    name: 'a rename',
    run: (tab) => echoed(tab, tab.app.actions.rename(tab.first, 'mine')),
    asks: [`POST /api/sessions/${shown}/rename`],
  },
  {
    name: 'a favourite',
    run: (tab) => echoed(tab, tab.app.actions.favourite([tab.first], true)),
    asks: [`POST /api/sessions/${shown}/favorite`],
  },
  {
    name: 'a favourite no longer',
    run: async (tab) => {
      tab.change(shown, { sticky: true });
      await echoed(tab, tab.app.actions.favourite([tab.first], false));
    },
    asks: [`POST /api/sessions/${shown}/unfavorite`],
  },
  {
    name: 'archiving',
    run: (tab) => echoed(tab, tab.app.actions.archive([tab.first], true)),
    asks: [`POST /api/sessions/${shown}/archive`, list],
  },
  {
    name: 'a move to a project',
    run: (tab) => echoed(tab, tab.app.actions.assign([tab.first], 'p1', 'ledger')),
    asks: [`PATCH /api/sessions/${shown}/metadata`, list],
  },
  {
    name: 'keeping it out of the review',
    run: (tab) => echoed(tab, tab.app.actions.keepOut([tab.first], true)),
    asks: [`POST /api/sessions/${shown}/review-off`],
  },
  {
    name: 'a terminal that starts',
    run: (tab) => {
      tab.run(shown, true, 'idle');
      return undefined;
    },
    asks: [],
  },
  {
    name: 'another status of a terminal',
    run: (tab) => {
      tab.run('engine_1:2', true, 'waiting');
      return undefined;
    },
    asks: [],
  },
  {
    name: 'a terminal that ends',
    run: (tab) => {
      tab.run('engine_1:2', false, 'off');
      return undefined;
    },
    asks: [],
  },
  {
    name: 'a rename in another tab',
    run: (tab) => {
      tab.change(shown, { title: 'theirs', title_source: 'user' });
      return undefined;
    },
    asks: [],
  },
  {
    name: 'a new session',
    run: (tab) => {
      const created = row(9, { updated_at: '2026-11-21T00:00:00.000Z' });
      tab.server.rows.push(created);
      tab.hear('session', created);
      return undefined;
    },
    asks: [list],
  },
];

async function ready(): Promise<Tab> {
  return new Tab(new FakeServer([row(0), row(1), row(2, { live: true, status: 'working' }), row(3)])).ready();
}

it.each(deeds)('$name asks for no more than it has to, and leaves nothing stale', async ({ run, asks }) => {
  const tab = await ready();
  await run(tab);
  expect(await tab.asked()).toEqual(asks);
  await tab.expectTrue();
});

it('a rename is seen in the tab that did it, though its event never comes', async () => {
  const tab = await ready();
  await tab.app.actions.rename(tab.first, 'mine');
  await tab.expectTrue();
});

it('a session that starts and was never seen is found among those that run', async () => {
  const tab = await ready();
  tab.server.rows.push(row(9, { updated_at: '2026-11-21T00:00:00.000Z' }));
  tab.run('engine_1:9', true, 'idle');
  expect(await tab.asked()).toEqual([running, list]);
  await tab.expectTrue();
});

it('a session further down that starts costs one request, and its next status none', async () => {
  const tab = await new Tab(new FakeServer(rows(150))).ready();
  tab.run('engine_1:140', true, 'idle');
  await tab.asked();
  tab.run('engine_1:140', true, 'waiting');
  expect(await tab.asked()).toEqual([running]);
  await tab.expectTrue();
});

it('many that start at once are asked for together', async () => {
  const tab = await new Tab(new FakeServer(rows(150))).ready();
  for (let number = 120; number < 140; number++) tab.run(`engine_1:${String(number)}`, true, 'idle');
  expect(await tab.asked()).toEqual([running]);
  await tab.expectTrue();
});

it('one that is not known and has ended is not asked for', async () => {
  const tab = await new Tab(new FakeServer(rows(150))).ready();
  tab.run('engine_1:140', false, 'off');
  expect(await tab.asked()).toEqual([]);
});

it('a program that ends before any store has its session leaves no row behind', async () => {
  const alone = row(9, { live: true, status: 'idle', size_bytes: 0, first_message: null });
  const tab = await new Tab(new FakeServer([row(1), alone])).ready();
  tab.server.rows.pop();
  tab.hear('terminal', { id: alone.id, live: false, status: 'off' });
  expect(await tab.asked()).toEqual([list]);
  await tab.expectTrue();
});

it('a session that is gone leaves every place', async () => {
  const tab = await ready();
  tab.server.rows.splice(2, 1);
  tab.hear('session_gone', { id: 'engine_1:2' });
  expect(await tab.asked()).toEqual([list]);
  await tab.expectTrue();
});

it('what the review said is asked for again when its session begins or ceases to wait', async () => {
  const server = new FakeServer([row(1), row(2, { live: true, status: 'waiting', review: review() })]);
  const tab = await new Tab(server).ready();
  Object.assign(server.rows[1] ?? {}, { review: review({ stale: true }) });
  tab.run('engine_1:2', true, 'working');
  expect(await tab.asked()).toEqual(['GET /api/sessions/engine_1:2']);
  await tab.expectTrue();
});

it('a review of one session costs one request', async () => {
  const tab = await ready();
  Object.assign(tab.server.rows[3] ?? {}, { review: review() });
  tab.hear('review', { id: 'engine_1:3' });
  expect(await tab.asked()).toEqual(['GET /api/sessions/engine_1:3']);
  await tab.expectTrue();
});

it('news that arrives while the lists are on their way is not lost to them', async () => {
  const tab = await ready();
  const letGo = tab.server.hold();
  const listed = tab.app.sessions.refresh();
  await tab.onItsWay();
  tab.change(shown, { title: 'theirs', title_source: 'user' });
  tab.run('engine_1:2', false, 'off');
  letGo();
  await listed;
  await tab.expectTrue();
});

it('news that arrives while the live list is on its way is not lost to it', async () => {
  const tab = await ready();
  const letGo = tab.server.hold();
  const listed = tab.app.live.load();
  await tab.onItsWay();
  tab.run('engine_1:2', false, 'off');
  letGo();
  await listed;
  await tab.expectTrue();
});

it('an answer to a change that was overtaken on its way does not take back later news', async () => {
  const tab = await ready();
  const letGo = tab.server.hold();
  const renamed = tab.app.actions.rename(tab.first, 'mine');
  await tab.onItsWay();
  tab.change(shown, {});
  tab.run(shown, true, 'working');
  letGo();
  await renamed;
  await tab.expectTrue();
});

it('the open session is asked for again when news of it arrived meanwhile', async () => {
  const tab = await ready();
  const letGo = tab.server.hold();
  const opened = tab.app.openSession.refresh();
  await tab.onItsWay();
  tab.change(shown, { title: 'theirs' });
  letGo();
  await opened;
  await tab.expectTrue();
});

it('a change of one session is news for its history alone', async () => {
  const tab = await ready();
  const [before, other] = [tab.app.changesOf(shown), tab.app.changesOf('engine_1:2')];
  tab.change(shown, { title: 'theirs' });
  expect(tab.app.changesOf(shown)).not.toBe(before);
  expect(tab.app.changesOf('engine_1:2')).toBe(other);
});

it('a refused change has everything asked for', async () => {
  const tab = await ready();
  tab.server.refusals.set(`/api/sessions/${shown}/rename`, { status: 409, code: 'conflict' });
  await tab.app.actions.rename(tab.first, 'mine');
  expect(await tab.asked()).toContain(list);
});

it('a favourite of this tab goes to its place under the pointer, one of another tab when the pointer leaves', async () => {
  const tab = await ready();
  const first = () => tab.app.sessions.rows[0]?.native_id;
  tab.app.sessions.hold(true);
  tab.change('engine_1:2', { sticky: true });
  expect(first()).toBe('0');
  await tab.app.actions.favourite([tab.first], true);
  expect(first()).toBe('1');
  tab.app.sessions.hold(false);
  expect(tab.app.sessions.rows.map((one) => one.native_id)).toEqual(['1', '2', '0', '3']);
});

it.each([
  { deed: 'archived', moved: ['0', '2', '3'] },
  { deed: 'made a favourite', moved: ['1', '0', '2', '3'] },
])('what is $deed in this tab moves under the pointer, also when its event is faster', async ({ deed, moved }) => {
  const tab = await ready();
  tab.app.sessions.hold(true);
  const letGo = tab.server.hold();
  const { actions } = tab.app;
  const done = deed === 'archived' ? actions.archive([tab.first], true) : actions.favourite([tab.first], true);
  await tab.onItsWay();
  tab.change(shown, {});
  letGo();
  await done;
  await tab.asked();
  expect(tab.app.sessions.rows.map((one) => one.native_id)).toEqual(moved);
});

it('what a gap in the events may have hidden is asked for, the configuration too', async () => {
  const tab = await ready();
  tab.feed.onGap();
  await tab.asked();
  const asked = tab.server.calls.map((call) => call.replace(/\?.*/, ''));
  for (const path of ['sessions', 'projects', 'config']) expect(asked).toContain(`GET /api/${path}`);
});

it('a question and the one that follows it reach the rows without a request', async () => {
  const tab = await new Tab(new FakeServer([row(0), row(1, { live: true, status: 'working' })])).ready();
  const since = '2026-11-20T10:00:00.000Z';
  const id = row(1).id;
  for (const text of ['Go on?', 'Really?']) {
    tab.run(id, true, 'waiting', { id: text, text, since });
    expect(tab.app.sessions.find(id)?.question?.text).toBe(text);
    expect(tab.app.live.waiting.map((one) => one.question?.text)).toEqual([text]);
  }
  tab.run(id, true, 'working');
  expect(tab.app.live.waiting).toEqual([]);
  expect(await tab.asked()).toEqual([]);
});

it('a program outside svc runs and waits in every list as one inside does, and says where it is', async () => {
  const tab = await ready();
  const { id } = row(1);
  const question = { id: 'q', text: 'permission prompt', since: '2026-11-20T10:00:00.000Z' };
  tab.runs(id, { live: 'elsewhere', status: 'waiting', question, elsewhere: elsewhere({ status: 'waiting' }) });
  expect(tab.app.live.waiting.map((one) => one.id)).toEqual([id]);
  expect(tab.app.sessions.find(id)?.elsewhere?.place).toBe('main:2.1');
  tab.runs(id, { status: 'off', question: null, elsewhere: elsewhere({ status: 'unknown' }) });
  expect(tab.app.live.waiting).toEqual([]);
  expect(tab.app.live.find(id)?.live).toBe('elsewhere');
  tab.runs(id, { live: false, elsewhere: null });
  expect(tab.app.live.find(id)).toBeUndefined();
  expect(await tab.asked()).toEqual([]);
  await tab.expectTrue();
});

it('a program outside svc on a session that no list shows is looked up', async () => {
  const tab = await ready();
  const hidden = row(9, { live: 'elsewhere', status: 'idle', elsewhere: elsewhere() });
  tab.server.rows.push(hidden);
  tab.runs(hidden.id, {});
  expect(await tab.asked()).toContain(running);
  expect(tab.app.live.find(hidden.id)?.elsewhere).toEqual(elsewhere());
});

it('what an idle program runs in the background comes and goes with its news', async () => {
  const tab = await ready();
  tab.runs(row(2).id, { status: 'idle', background: ['./gradlew bootRun'] });
  expect(tab.app.sessions.find(row(2).id)?.background).toEqual(['./gradlew bootRun']);
  tab.runs(row(2).id, { status: 'working', background: [] });
  expect(tab.app.sessions.find(row(2).id)?.background).toEqual([]);
});

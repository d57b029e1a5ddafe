import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { LiveFeed } from '../net/live';
import { App } from './app.svelte';
import { Home } from './home.svelte';

const feed = new LiveFeed();
let server: FakeServer;
let app: App;
let home: Home;

beforeEach(async () => {
  vi.useFakeTimers();
  server = new FakeServer([row(1), row(2), row(3)]);
  const location = { pathname: '/', search: '', hash: '' };
  const replaceState = (_: unknown, __: string, address: string) => {
    location.search = new URL(address, 'http://svc').search;
  };
  app = new App({ location, history: { replaceState } } as unknown as Window, server.api, feed);
  home = new Home(app);
  await Promise.all([app.sessions.show(app.place.filter), app.live.load()]);
  server.calls.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const titles = () => home.sections.resumable.map(({ title }) => title);

function rename(number: number, title: string): void {
  const found = server.rows.find(({ id }) => id === row(number).id);
  if (!found) throw new Error(`no row ${String(number)}`);
  found.title = title;
  feed.onEvent({ type: 'session', data: { ...found } });
}

it('shows the rows of the list beside it, and asks for none', async () => {
  await home.load();
  home.follow();
  expect(titles()).toEqual(['Session 1', 'Session 2', 'Session 3']);
  expect(server.calls).toEqual(['GET /api/folders']);
});

it('keeps all sessions when the list is narrowed, and follows their news without asking', async () => {
  await home.load();
  app.place.narrow({ archived: true });
  home.follow();
  await app.sessions.show(app.place.filter);
  await vi.runAllTimersAsync();
  expect(app.sessions.rows).toEqual([]);
  expect(titles()).toEqual(['Session 1', 'Session 2', 'Session 3']);

  server.calls.length = 0;
  rename(2, 'Another title');
  await vi.runAllTimersAsync();
  expect(titles()).toEqual(['Session 1', 'Another title', 'Session 3']);
  expect(server.calls.filter((call) => !call.includes('archived=1'))).toEqual([]);
});

it('asks for nothing any more once nobody looks at it', async () => {
  app.place.narrow({ archived: true });
  home.follow();
  await vi.runAllTimersAsync();
  home.leave();
  server.calls.length = 0;
  app.refreshSessions();
  await vi.runAllTimersAsync();
  expect(server.calls.filter((call) => call.includes('/api/sessions?offset'))).toHaveLength(1);
});

it('offers what can be begun once, and nothing where no program can be started', async () => {
  await home.load();
  home.offer();
  const { starts } = home;
  expect(starts).toEqual([]);
  home.offer();
  expect(home.starts).toBe(starts);
});

it('asks again for what can be begun where the first request had no answer', async () => {
  server.refusals.set('/api/folders', { status: 503, code: 'unreachable' });
  await home.load();
  expect(home.loading).toBe(false);
  server.refusals.clear();
  server.calls.length = 0;
  await home.load();
  await home.load();
  expect(server.calls).toEqual(['GET /api/folders']);
});

it('is not shown before what runs is known: a section that came late would move the others', async () => {
  const late = new App({ location: { pathname: '/', search: '' } } as unknown as Window, server.api, new LiveFeed());
  const shown = new Home(late);
  await Promise.all([late.sessions.show(late.place.filter), shown.load()]);
  expect(shown.loading).toBe(true);
  await late.live.load();
  expect(shown.loading).toBe(false);
});

import { expect, it } from 'vitest';
import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import { App } from './app.svelte';

function app(fetch: () => Promise<Response>) {
  const feed = new LiveFeed();
  const location = { pathname: '/', search: '', hash: '' };
  let asked = 0;
  const api = new Api(() => {
    asked += 1;
    return fetch();
  });
  return { feed, app: new App({ location } as unknown as Window, api, feed), asked: () => asked };
}

const toasts = ({ app }: { app: App }) => app.toasts.list.map((toast) => toast.kind);

it('catching up with a service that has just gone says nothing: the link says it', async () => {
  const page = app(() => Promise.reject(new TypeError('Failed to fetch')));
  page.feed.onGap();
  page.feed.onEvent({ type: 'project', data: {} });
  page.feed.onEvent({ type: 'settings', data: { of: 'account' } });
  await expect.poll(page.asked).toBeGreaterThan(4);
  await page.app.keepUp(() => page.app.api.get('/api/config')); // earlier requests have failed by now
  expect(toasts(page)).toEqual([]);
});

it('what is refused while catching up is said, and what a person did without an answer as well', async () => {
  const page = app(() => Promise.resolve(new Response('{}', { status: 500 })));
  page.feed.onEvent({ type: 'project', data: {} });
  await expect.poll(() => toasts(page)).toEqual(['failed']);
  const away = app(() => Promise.reject(new TypeError('Failed to fetch')));
  await away.app.attempt(() => away.app.api.get('/api/config'));
  expect(toasts(away)).toEqual(['failed']);
});

it('an index that grows is heard by the search alone: nothing else asks again', async () => {
  const page = app(() => Promise.resolve(Response.json({})));
  const changes = page.app.changes;
  page.feed.onEvent({ type: 'search', data: { state: 'building', indexed: 1, of: 2 } });
  expect([page.app.changes, page.app.indexed, page.asked()]).toEqual([changes, 1, 0]);
});

it('a budget that is passed is a warning, and nothing is asked for', () => {
  const page = app(() => Promise.resolve(Response.json({})));
  const changes = page.app.changes;
  const passed = { kind: 'day', sid: null, title: null, spent: 52, budget: 50, currency: 'USD' };
  page.feed.onEvent({ type: 'budget', data: passed });
  expect([page.app.budgets.shown, page.app.changes, page.asked()]).toEqual([[passed], changes, 0]);
});

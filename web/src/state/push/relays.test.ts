import { expect, it } from 'vitest';
import { Api } from '../../net/api';
import { LiveFeed } from '../../net/live';
import type { PushSettings } from '../../protocol/push';
import { App } from '../app.svelte';
import { Relays } from './relays.svelte';

/** A server that keeps the settings, and shows no secret. */
function house() {
  let push: PushSettings = {
    ntfy_url: null,
    ntfy_token: 'unset',
    webhook_url: 'https://hooks.example/a',
    webhook_key: 'set',
    webhook_news: false,
    private_addresses: false,
    hide_content: true,
  };
  const sent: object[] = [];
  const api = new Api((path, init) => {
    if (path.endsWith('/test')) return Promise.resolve(Response.json({ status: 'refused', http: 401, path }));
    if (init?.method !== 'PATCH') return Promise.resolve(Response.json({ push }));
    const { push: part } = JSON.parse(init.body as string) as {
      push: Partial<Record<keyof PushSettings, string | null>>;
    };
    sent.push(part);
    if (part.ntfy_url === 'ftp://x') {
      const errors = [{ field: 'push.ntfy_url', message: 'Enter the address of a topic.' }];
      return Promise.resolve(Response.json({ code: 'invalid', status: 422, errors }, { status: 422 }));
    }
    const kept = (secret: string | null | undefined, before: 'set' | 'unset') =>
      secret === undefined ? before : secret === null ? 'unset' : 'set';
    push = {
      ...push,
      ...(part as object),
      ntfy_token: kept(part.ntfy_token, push.ntfy_token),
      webhook_key: kept(part.webhook_key, push.webhook_key),
    };
    return Promise.resolve(Response.json({ push }));
  });
  const location = { pathname: '/', search: '', hash: '' };
  const go = () => undefined;
  const window = { location, history: { pushState: go, replaceState: go } } as unknown as Window;
  return { relays: new Relays(new App(window, api, new LiveFeed())), sent };
}

it('shows addresses, and of secrets only that there is one', async () => {
  const { relays } = house();
  await relays.load();
  expect([relays.webhook, relays.key, relays.now?.webhook_key, relays.changed]).toEqual([
    'https://hooks.example/a',
    '',
    'set',
    false,
  ]);
});

it('sends a secret only when one was typed, and forgets what was typed', async () => {
  const { relays, sent } = house();
  await relays.load();
  relays.ntfy = ' https://ntfy.example/topic ';
  expect(await relays.save()).toBe(true);
  relays.token = 'tk_1';
  expect(await relays.save()).toBe(true);
  expect(sent).toEqual([
    { ntfy_url: 'https://ntfy.example/topic', webhook_url: 'https://hooks.example/a' },
    { ntfy_url: 'https://ntfy.example/topic', webhook_url: 'https://hooks.example/a', ntfy_token: 'tk_1' },
  ]);
  expect([relays.token, relays.now?.ntfy_token, relays.changed]).toEqual(['', 'set', false]);
});

it('an address that is emptied is off', async () => {
  const { relays, sent } = house();
  await relays.load();
  relays.webhook = '';
  expect([await relays.save(), sent]).toEqual([true, [{ ntfy_url: null, webhook_url: null }]]);
});

it('what the server refuses stays as it was typed, with its reason', async () => {
  const { relays } = house();
  await relays.load();
  relays.ntfy = 'ftp://x';
  relays.token = 'tk_1';
  expect(await relays.save()).toBe(false);
  expect([relays.ntfy, relays.token, relays.wrong('ntfy_url')]).toEqual([
    'ftp://x',
    'tk_1',
    'Enter the address of a topic.',
  ]);
});

it('a secret is forgotten by itself, and what is typed stays', async () => {
  const { relays, sent } = house();
  await relays.load();
  relays.ntfy = 'https://ntfy.exa';
  await relays.forget('webhook_key');
  expect([sent, relays.now?.webhook_key, relays.ntfy]).toEqual([[{ webhook_key: null }], 'unset', 'https://ntfy.exa']);
});

it('a place is tried as it is saved', async () => {
  const { relays } = house();
  await relays.load();
  expect([relays.canTry('ntfy'), relays.canTry('webhook')]).toEqual([false, true]);
  await relays.test('webhook');
  expect(relays.trials.get('webhook')).toEqual({ status: 'refused', http: 401, path: '/api/push/webhook/test' });
  relays.webhook = 'https://hooks.example/b';
  expect(relays.canTry('webhook')).toBe(false);
});

import { expect, it } from 'vitest';
import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import type { AllowedCommand } from '../protocol/question';
import { Allowed } from './allowed.svelte';
import { App } from './app.svelte';

const command = (id: string, text: string): AllowedCommand => ({
  id,
  command: text,
  project: null,
  folder: '/home/ada/ledger',
  since: '2026-11-21T10:03:10.000Z',
});

/** A server in memory that keeps allowed commands. */
function house() {
  let kept: AllowedCommand[] = [];
  let inForce = false;
  const answers: Record<string, (body: string) => [number, unknown]> = {
    'GET /api/allowed-commands': () => [200, { in_force: inForce, commands: kept }],
    'POST /api/allowed-commands': () => {
      kept = [command('one', 'git status'), ...kept];
      return [201, kept[0]];
    },
    'DELETE /api/allowed-commands/one': () => {
      kept = kept.filter(({ id }) => id !== 'one');
      return [204, null];
    },
    'PATCH /api/settings': (body) => {
      const { ask } = JSON.parse(body) as { ask: { allow_commands: boolean } };
      inForce = ask.allow_commands;
      return [200, { ask }];
    },
    'GET /api/audit': () => [200, { events: [{ seq: 7, type: 'settings_changed', batch: null }] }],
    'POST /api/metadata/undo': () => {
      kept = [];
      return [200, {}];
    },
  };
  const api = new Api((path, init) => {
    const name = `${init?.method ?? 'GET'} ${path.split('?')[0] ?? ''}`;
    const [status, answer] = answers[name]?.(typeof init?.body === 'string' ? init.body : '') ?? [404, {}];
    return Promise.resolve(new Response(answer === null ? null : JSON.stringify(answer), { status }));
  });
  const location = { pathname: '/', search: '', hash: '' };
  const go = () => undefined;
  const window = { location, history: { pushState: go, replaceState: go } } as unknown as Window;
  const app = new App(window, api, new LiveFeed());
  return { app, allowed: new Allowed(app) };
}

const said = (app: App) => app.toasts.list.map(({ text }) => text);

it('is off until somebody turns it on', async () => {
  const { allowed } = house();
  await allowed.load();
  expect([allowed.loaded, allowed.inForce]).toEqual([true, false]);
  await allowed.setInForce(true);
  expect(allowed.inForce).toBe(true);
});

it('what is added from a receipt is known to be, says so, and is asked about again after an undo', async () => {
  const { app, allowed } = house();
  await allowed.add('q1', (text) => `${text} is allowed`);
  expect([allowed.isAdded('q1'), allowed.isAdded('q2')]).toEqual([true, false]);
  expect(said(app)).toEqual(['git status is allowed']);
  await app.undoing.takeBack({ seq: 7 });
  await allowed.load();
  expect(allowed.isAdded('q1')).toBe(false);
});

it('one that is taken away is gone, and says so', async () => {
  const { app, allowed } = house();
  await allowed.add('q1', () => 'added');
  await allowed.forget(command('one', 'git status'), 'asked about again');
  expect(allowed.commands).toEqual([]);
  expect(said(app)).toContain('asked about again');
});

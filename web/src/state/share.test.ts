import { beforeEach, expect, it } from 'vitest';
import { row } from '../../test/server';
import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import { App } from './app.svelte';
import { Share } from './share.svelte';

let calls: string[];
let share: Share;
let status: number;

beforeEach(() => {
  calls = [];
  status = 200;
  const location = { pathname: '/', search: '', hash: '' };
  const window = { location, history: { replaceState: () => undefined } } as unknown as Window;
  const api = new Api((path, init) => {
    calls.push(`${init?.method ?? ''} ${path} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    if (status !== 200) return Promise.resolve(Response.json({ status, code: 'conflict', detail: 'x' }, { status }));
    const [from, to, wanted] = ['from', 'to', 'changes'].map((name) =>
      new URL(path, 'http://x').searchParams.get(name),
    );
    const place = { from: Number(from ?? 30), to: Number(to ?? 39), count: 40 };
    const preview = { ...place, turns: [], changes: wanted ? {} : null, masked: [], seen: 'abc' };
    return Promise.resolve(init?.method === 'GET' ? Response.json(preview) : new Response('<p>'));
  });
  share = new Share(new App(window, api, new LiveFeed()), row(1));
});

it('proposes the last turns, counted from one', async () => {
  await share.show();
  expect([share.from, share.to, share.ready]).toEqual([31, 40, true]);
});

it('shares what was shown and nothing that was chosen since', async () => {
  await share.show();
  share.from = 5;
  expect(share.ready).toBe(false);
  expect(await share.makeFile()).toBeUndefined();
  await share.show();
  expect(await share.makeFile()).toBe('<p>');
  expect(calls.at(-1)).toBe(
    'POST /api/sessions/engine_1:1/share {"turns":[4,39],"changes":false,"expires_hours":72,"seen":"abc","link":false}',
  );
});

it('shares the changes where they were wanted and shown', async () => {
  await share.show();
  share.changes = true;
  expect(share.ready).toBe(false);
  await share.show();
  expect(calls.at(-1)).toBe('GET /api/sessions/engine_1:1/share?from=30&to=39&changes=1');
  expect(await share.makeFile()).toBe('<p>');
  expect(calls.at(-1)).toContain('{"turns":[30,39],"changes":true,');
});

it('says why nothing was shared', async () => {
  await share.show();
  status = 409;
  expect(await share.makeFile()).toBeUndefined();
  expect([share.trouble?.code, share.busy]).toEqual(['conflict', false]);
});

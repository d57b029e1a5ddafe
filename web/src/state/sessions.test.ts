import { expect, it, vi } from 'vitest';
import { FakeServer, row, rows } from '../../test/server';
import { everything } from './filter';
import { Sessions } from './sessions.svelte';

async function shown(server: FakeServer): Promise<Sessions> {
  const sessions = new Sessions(server.api);
  await sessions.show(everything);
  return sessions;
}

it('reads the first page, then the further ones, and no row twice', async () => {
  const sessions = await shown(new FakeServer(rows(720)));
  expect([sessions.rows.length, sessions.total, sessions.complete]).toEqual([100, 720, false]);
  await sessions.more();
  await sessions.more();
  expect([sessions.rows.length, sessions.complete]).toEqual([720, true]);
  expect(new Set(sessions.rows.map((one) => one.id)).size).toBe(720);
});

it('moves nothing while it is held, and everything when it is let go', async () => {
  const server = new FakeServer(rows(3));
  const sessions = await shown(server);
  sessions.hold(true);
  server.rows.unshift(row(9, { updated_at: '2026-11-21T00:00:00.000Z' }));
  await sessions.refresh();
  expect(sessions.rows.map((one) => one.native_id)).toEqual(['0', '1', '2']);
  sessions.hold(false);
  expect(sessions.rows.map((one) => one.native_id)).toEqual(['9', '0', '1', '2']);
});

it('shows new facts at once, also while it is held', async () => {
  const server = new FakeServer(rows(2));
  const sessions = await shown(server);
  sessions.hold(true);
  sessions.put(row(1, { title: 'renamed' }));
  expect(sessions.find('engine_1:1')?.title).toBe('renamed');
});

it('asks again once the server has looked at the stores that were missing', async () => {
  const server = new FakeServer(rows(2));
  server.looking = ['engine_2'];
  const sessions = await shown(server);
  expect([sessions.looking, sessions.rows.length]).toEqual([['engine_2'], 2]);
  server.looking = [];
  server.rows.push(row(2));
  expect(server.calls).toContain('GET /api/sessions?complete=1&limit=1');
  await expect.poll(() => [sessions.looking, sessions.rows.length]).toEqual([[], 3]);
});

it('asks once for a burst of news', async () => {
  vi.useFakeTimers();
  const server = new FakeServer(rows(2));
  const sessions = await shown(server);
  for (let time = 0; time < 20; time++) sessions.refreshSoon();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(server.calls).toHaveLength(2);
});

it('never puts an earlier answer over a later one', async () => {
  const server = new FakeServer([row(1)]);
  const sessions = await shown(server);
  const letGo = server.hold();
  const earlier = sessions.refresh();
  await expect.poll(() => server.calls).toHaveLength(2);
  server.rows[0] = row(1, { title: 'renamed' });
  const later = sessions.refresh();
  setTimeout(letGo);
  await Promise.all([earlier, later]);
  expect(sessions.find('engine_1:1')?.title).toBe('renamed');
});

it('gives up a request that hangs, says so, and asks again', async () => {
  const server = new FakeServer([row(1)]);
  const sessions = new Sessions(server.api, 20);
  await sessions.show(everything);
  server.hold();
  const hanging = sessions.refresh();
  const next = sessions.refresh();
  await hanging;
  expect(sessions.trouble?.code).toBe('unreachable');
  expect(sessions.rows).toHaveLength(1);
  await next;
  expect(sessions.trouble).toBeUndefined();
});

it('keeps its rows and says why when the server refuses', async () => {
  const server = new FakeServer(rows(2));
  const sessions = await shown(server);
  server.refusals.set('/api/sessions', { status: 503, code: 'journal_unavailable' });
  await sessions.refresh();
  expect(sessions.rows).toHaveLength(2);
  expect(sessions.trouble?.code).toBe('journal_unavailable');
});

it('keeps only what needs somebody when that is asked for', async () => {
  const sessions = new Sessions(
    new FakeServer([row(0, { live: true, status: 'idle' }), row(1, { live: true, status: 'waiting' })]).api,
  );
  await sessions.show({ ...everything, needsYou: true });
  expect(sessions.rows.map((one) => one.native_id)).toEqual(['1']);
  expect(sessions.total).toBe(1);
});

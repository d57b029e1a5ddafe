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

it('is as long as it says from the first page on, whatever is loaded', async () => {
  const server = new FakeServer(rows(3000));
  const sessions = await shown(server);
  const counted = () =>
    sessions.rows.length +
    sessions.behind.favourites +
    sessions.behind.counts.reduce((sum, { count }) => sum + count, 0);
  expect(counted()).toBe(3000);
  await sessions.look(90, 110);
  expect([counted(), sessions.rows.length]).toEqual([3000, 600]);
});

it('asks for the end of a long list by its place, and not for what lies between', async () => {
  const server = new FakeServer(rows(3000));
  const sessions = await shown(server);
  await sessions.look(2990, 2999);
  expect(sessions.rowAt(2999)?.native_id).toBe('2999');
  expect(sessions.indexOf('engine_1:2999')).toBe(2999);
  expect(sessions.find('engine_1:2950')?.native_id).toBe('2950');
  expect(sessions.rowAt(1500)).toBeUndefined();
  expect(sessions.rows).toHaveLength(100);
  expect(server.calls).toHaveLength(2);
});

it('renames a row far down without asking for anything', async () => {
  vi.useFakeTimers();
  const server = new FakeServer(rows(3000));
  const sessions = await shown(server);
  await sessions.look(2000, 2020);
  const asked = server.calls.length;
  sessions.put(row(2010, { title: 'mine' }), 'facts', true);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(sessions.rowAt(2010)?.title).toBe('mine');
  expect(server.calls).toHaveLength(asked);
});

it('asks again for what is in sight when the order has changed, and shows it without a gap', async () => {
  const server = new FakeServer(rows(3000));
  const sessions = await shown(server);
  await sessions.look(2000, 2020);
  await sessions.look(1000, 1020);
  server.rows.unshift(row(5000, { updated_at: '2026-11-21T00:00:00.000Z' }));
  await sessions.refresh();
  expect(sessions.rowAt(1010)).toBeDefined();
  await expect.poll(() => sessions.rowAt(1010)?.native_id).toBe('1009');
  expect(sessions.rowAt(2010)).toBeUndefined();
});

it('moves no row far down while the list is held', async () => {
  const server = new FakeServer(rows(3000));
  const sessions = await shown(server);
  await sessions.look(2000, 2020);
  sessions.hold(true);
  server.rows.unshift(row(5000, { updated_at: '2026-11-21T00:00:00.000Z' }));
  await sessions.refresh();
  expect([sessions.rowAt(2010)?.native_id, sessions.rowAt(0)?.native_id]).toEqual(['2010', '0']);
  sessions.hold(false);
  await expect.poll(() => [sessions.rowAt(2010)?.native_id, sessions.rowAt(0)?.native_id]).toEqual(['2009', '5000']);
});

it('asks only for where one looks by now', async () => {
  const server = new FakeServer(rows(9000));
  const sessions = await shown(server);
  for (let at = 1000; at < 8000; at += 100) void sessions.look(at, at + 20);
  await sessions.look(8050, 8070);
  expect(sessions.rowAt(8060)?.native_id).toBe('8060');
  expect(server.calls.length).toBeLessThan(6);
});

it('takes the offset of now where the server does not know the zone', async () => {
  const server = new FakeServer(rows(2));
  server.unknownZone = true;
  const sessions = await shown(server);
  expect(sessions.rows).toHaveLength(2);
  expect(decodeURIComponent(server.calls.at(-1) ?? '')).toMatch(/zone=[+-]\d\d:\d\d$/);
});

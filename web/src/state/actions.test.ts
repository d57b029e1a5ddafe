import { expect, it } from 'vitest';
import { elsewhere, FakeServer, row, rows } from '../../test/server';
import { Actions } from './actions.svelte';
import { Toasts } from './toasts.svelte';

function acting(server: FakeServer) {
  const toasts = new Toasts();
  return { actions: new Actions(server.api, toasts), toasts };
}

it('archives several, says how many, and undoes them from the toast', async () => {
  const server = new FakeServer(rows(3));
  const { actions, toasts } = acting(server);
  await actions.archive(
    server.rows.slice(0, 2).map((one) => ({ ...one })),
    true,
  );
  expect(server.rows.map((one) => one.archived)).toEqual([true, true, false]);
  expect(toasts.list[0]?.text).toBe('2 sessions archived');
  toasts.list[0]?.action?.run();
  await expect.poll(() => server.rows.map((one) => one.archived)).toEqual([false, false, false]);
});

it('snoozes several, and undoing gives each the snooze that it had, unless its time has come', async () => {
  const future = new Date(Date.now() + 3_600_000);
  const before = { snoozed: true, snoozed_until: future.toISOString() };
  const past = { snoozed: true, snoozed_until: '2026-01-01T00:00:00.000Z' };
  const server = new FakeServer([row(0), row(1, before), row(2, past)]);
  const { actions, toasts } = acting(server);
  await actions.snooze([row(0), row(1, before), row(2, past)], undefined);
  expect(server.rows.map((one) => [one.snoozed, one.snoozed_until])).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ]);
  expect(toasts.list[0]?.text).toBe('3 sessions snoozed until they need you');
  await actions.undoLast();
  expect(server.rows.map((one) => one.snoozed_until)).toEqual([null, future.toISOString(), null]);
  expect(server.rows.map((one) => one.snoozed)).toEqual([false, true, false]);
});

it('wakes what is snoozed and nothing else', async () => {
  const server = new FakeServer([row(0), row(1, { snoozed: true })]);
  const { actions } = acting(server);
  await actions.wake(server.rows.map((one) => ({ ...one })));
  expect(server.calls).toEqual(['POST /api/sessions/engine_1:1/wake']);
  await actions.undoLast();
  expect(server.calls.at(-1)).toBe('POST /api/sessions/engine_1:1/snooze {}');
});

it('undoes the last one first, and says when there is nothing left', async () => {
  const server = new FakeServer([row(1)]);
  const { actions, toasts } = acting(server);
  await actions.favourite([row(1)], true);
  await actions.assign([row(1)], 'p1', 'ledger');
  await actions.undoLast();
  expect(server.rows[0]).toMatchObject({ sticky: true, project_id: null });
  await actions.undoLast();
  expect(server.rows[0]).toMatchObject({ sticky: false });
  await actions.undoLast();
  expect(toasts.list.at(-1)?.text).toBe('Nothing to undo in this tab');
});

it('undoes what was done last, also while its answer is still on the way', async () => {
  const server = new FakeServer([row(1)]);
  const { actions } = acting(server);
  await actions.favourite([row(1)], true);
  const letGo = server.hold();
  void actions.rename(row(1), 'mine');
  const undone = actions.undoLast();
  letGo();
  await undone;
  expect(server.rows[0]).toMatchObject({ sticky: true, title: '' });
});

it('gives a title back that a person had given, and an empty one where the program had its own', async () => {
  const server = new FakeServer([row(1)]);
  const { actions } = acting(server);
  await actions.rename(row(1), 'mine');
  await actions.undoLast();
  expect(server.calls.at(-1)).toBe('POST /api/sessions/engine_1:1/rename {"title":""}');
  await actions.rename(row(1, { title: 'old', title_source: 'user' }), 'new');
  await actions.undoLast();
  expect(server.calls.at(-1)).toBe('POST /api/sessions/engine_1:1/rename {"title":"old"}');
});

it('touches only what would change, and stays silent when nothing would', async () => {
  const server = new FakeServer(rows(2));
  const { actions, toasts } = acting(server);
  await actions.archive(server.rows, false);
  expect(server.calls).toEqual([]);
  expect(toasts.list).toEqual([]);
});

it('says what to do when the journal cannot be written, and can undo the part that was done', async () => {
  const server = new FakeServer(rows(2));
  const { actions, toasts } = acting(server);
  server.refusals.set('/api/sessions/engine_1:1/archive', { status: 503, code: 'journal_unavailable' });
  expect(await actions.archive(rows(2), true)).toBe(false);
  expect(toasts.list.at(-1)).toMatchObject({ kind: 'failed' });
  expect(toasts.list.at(-1)?.text).toContain('Free some disk space');
  await actions.undoLast();
  expect(server.rows.map((one) => one.archived)).toEqual([false, false]);
});

it('asks before it ends a program, says so to the server, and leaves all alone when the answer is no', async () => {
  const server = new FakeServer(rows(2));
  const { actions } = acting(server);
  const running = [row(0, { live: true, status: 'idle' }), row(1)];
  expect(await actions.archive(running, true)).toBe(false);
  expect(server.calls).toEqual([]);
  const asked: string[] = [];
  actions.mayEnd = (those) => {
    asked.push(...those.map((one) => one.id));
    return Promise.resolve(true);
  };
  expect(await actions.archive(running, true)).toBe(true);
  expect(asked).toEqual(['engine_1:0']);
  expect(server.calls).toEqual([
    'POST /api/sessions/engine_1:0/archive {"end":true}',
    'POST /api/sessions/engine_1:1/archive',
  ]);
});

it('asks nothing before it archives what is only joined: no program ends', async () => {
  const server = new FakeServer([row(0)]);
  const { actions } = acting(server);
  expect(await actions.archive([row(0, { live: true, status: 'working', elsewhere: elsewhere() })], true)).toBe(true);
  expect(server.calls).toEqual(['POST /api/sessions/engine_1:0/archive {"end":true}']);
});

it('undoing an archive that ended a program says that the program stays ended, and offers to resume it', async () => {
  const server = new FakeServer([row(0)]);
  const { actions, toasts } = acting(server);
  const resumed: string[] = [];
  actions.mayEnd = () => Promise.resolve(true);
  actions.resume = (sid) => resumed.push(sid);
  await actions.archive([row(0, { live: true, status: 'idle' })], true);
  await actions.undoLast();
  const said = toasts.list.at(-1);
  expect(said?.text).toBe('Back in the list; the program stays ended');
  said?.action?.run();
  expect(resumed).toEqual(['engine_1:0']);
});

it('asks before it ends a program that works, and one that does not work is ended at once', async () => {
  const server = new FakeServer([row(0)]);
  const { actions, toasts } = acting(server);
  expect(await actions.endProgram(row(0, { live: true, status: 'working' }))).toBe(false);
  expect(server.calls).toEqual([]);
  await actions.endProgram(row(0, { live: true, status: 'idle' }));
  expect(server.calls).toEqual(['POST /api/sessions/engine_1:0/end {"force":true}']);
  expect(toasts.list.at(-1)).toMatchObject({ text: 'Program ended', action: { label: 'Resume' } });
});

const far = (number: number, host: string) => row(number, { id: `engine_1:${String(number)}@${host}`, host });

it('several of several hosts are changed on each, and each that refuses is named with what is left', async () => {
  const server = new FakeServer([row(1), far(2, 'forge-1'), far(3, 'forge-1'), far(4, 'forge-2')]);
  server.refusals.set('/api/sessions/engine_1:3%40forge-1/favorite', { status: 503, code: 'host_offline' });
  const { actions, toasts } = acting(server);
  const chosen = server.rows.map((one) => ({ ...one }));
  expect(await actions.favourite(chosen, true)).toBe(false);
  expect(server.rows.map((one) => one.sticky)).toEqual([true, true, false, true]);
  expect(toasts.list.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^forge-1: .* 1 session there is as before\.$/),
    '3 added to favourites',
  ]);
  await actions.undoLast();
  expect(server.rows.map((one) => one.sticky)).toEqual([false, false, false, false]);
});

it('a host that refuses does not keep the others from it', async () => {
  const server = new FakeServer([far(1, 'forge-1'), far(2, 'forge-2')]);
  server.refusals.set('/api/sessions/engine_1:1%40forge-1/archive', { status: 403, code: 'fleet_denied' });
  const { actions } = acting(server);
  await actions.archive(
    server.rows.map((one) => ({ ...one })),
    true,
  );
  expect(server.rows.map((one) => one.archived)).toEqual([false, true]);
});

it('a host that did not answer in time may have done the one that was asked of it', async () => {
  const server = new FakeServer([row(1), far(2, 'forge-1'), far(3, 'forge-1')]);
  server.refusals.set('/api/sessions/engine_1:2%40forge-1/favorite', { status: 504, code: 'host_late' });
  const { actions, toasts } = acting(server);
  await actions.favourite(
    server.rows.map((one) => ({ ...one })),
    true,
  );
  expect(toasts.list[0]?.text).toMatch(/^forge-1: .* 1 session there is as before\.$/);
  expect(server.calls.filter((call) => call.includes('engine_1:3'))).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { row } from '../../test/server';
import { Api } from '../net/api';
import { FallenSessions } from './fallen.svelte';
import { Toasts } from './toasts.svelte';

const at = '2026-11-23T10:00:00Z';
const sids = [row(1).id, row(2).id, row(3).id];

function house(refusals: Record<string, string> = {}) {
  const asked: string[] = [];
  const runs = new Set<string>();
  const toasts = new Toasts();
  const api = new Api((path, init) => {
    asked.push(`${init?.method ?? 'GET'} ${path} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    const resumable = [1, 2, 3].map((number) => ({
      session: row(number),
      folder: '/work',
      bypass: false,
      started_at: at,
      noticed_at: at,
      ran_outside: number === 2 ? { where: 'tmux', place: 'main:2.1', sure: true } : null,
    }));
    const wanted = (typeof init?.body === 'string' ? JSON.parse(init.body) : { sids: [] }) as { sids: string[] };
    const results = wanted.sids.map((sid) => ({ sid, refusal: refusals[sid] ?? null }));
    return Promise.resolve(new Response(JSON.stringify({ resumable, results })));
  });
  const fallen = new FallenSessions(api, toasts, (sid) => runs.has(sid));
  return { fallen, asked, runs, toasts, ids: () => fallen.list.map(({ session }) => session.id) };
}

describe('sessions that ran when the host went down', () => {
  it('are offered until they run again', async () => {
    const { fallen, runs, ids } = house();
    await fallen.load();
    expect(ids()).toEqual(sids);
    runs.add(row(2).id);
    expect(ids()).toEqual([row(1).id, row(3).id]);
  });

  it('go once they are resumed; one that was refused stays, and says why once', async () => {
    const { fallen, toasts, ids } = house({ [row(1).id]: 'Its folder is gone.', [row(3).id]: 'Its folder is gone.' });
    await fallen.load();
    await fallen.resume(sids);
    expect(ids()).toEqual([row(1).id, row(3).id]);
    expect(toasts.list).toHaveLength(1);
    expect(fallen.busy).toBe(false);
  });

  it('are offered all at once only where svc had started them', async () => {
    const { fallen } = house();
    await fallen.load();
    expect(fallen.own.map(({ session }) => session.id)).toEqual([row(1).id, row(3).id]);
  });

  it('go once they are dismissed, and only those that were meant', async () => {
    const { fallen, asked, ids } = house();
    await fallen.load();
    await fallen.dismiss([row(1).id]);
    expect(asked.at(-1)).toBe(`POST /api/resumable/dismiss {"sids":["${row(1).id}"]}`);
    expect(ids()).toEqual([row(2).id, row(3).id]);
  });
});

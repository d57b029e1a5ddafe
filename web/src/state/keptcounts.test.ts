import { expect, it, vi } from 'vitest';
import { row } from '../../test/server';
import { Api } from '../net/api';
import { KeptCounts } from './keptcounts.svelte';

/** A server that answers with the given totals, by place. */
function counting(totals: Record<string, number>) {
  let asked = 0;
  const api = new Api((path) => {
    asked += 1;
    const kept = new URL(path, 'http://host').searchParams.get('kept') ?? '';
    return Promise.resolve(Response.json({ sessions: [], total: totals[kept] ?? 0, next_offset: null }));
  });
  return { counts: new KeptCounts(api), asked: () => asked };
}

it('says how many sessions are deleted and how many soon will be', async () => {
  const { counts } = counting({ kept: 74, leaving: 12 });
  await counts.load();
  expect([counts.kept, counts.leaving]).toEqual([74, 12]);
});

it('is asked again once for a burst of news of deleted sessions, and not for others', async () => {
  vi.useFakeTimers();
  try {
    const totals: Record<string, number> = {};
    const { counts, asked } = counting(totals);
    counts.put(row(1));
    await vi.runAllTimersAsync();
    expect(asked()).toBe(0);
    totals['kept'] = 2;
    counts.put(row(1, { kept: 'kept' }));
    counts.put(row(2, { kept: 'kept' }));
    await vi.runAllTimersAsync();
    expect([asked(), counts.kept]).toEqual([2, 2]);
    totals['kept'] = 1;
    counts.put(row(1)); // it is in its store again
    await vi.runAllTimersAsync();
    expect(counts.kept).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it('keeps what it knew while the server is away', async () => {
  let away = false;
  const api = new Api(() =>
    Promise.resolve(
      away
        ? Response.json({ code: 'unavailable', detail: '' }, { status: 503 })
        : Response.json({ sessions: [], total: 3, next_offset: null }),
    ),
  );
  const counts = new KeptCounts(api);
  await counts.load();
  away = true;
  await counts.load();
  expect(counts.kept).toBe(3);
});

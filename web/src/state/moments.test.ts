import { expect, it } from 'vitest';
import { entry } from '../../test/server';
import { Api } from '../net/api';
import { Moments } from './moments.svelte';

const start = Date.UTC(2026, 10, 1);

/** A journal with one change a minute, every tenth of them a security event. */
function journal(count: number) {
  const calls: string[] = [];
  const all = Array.from({ length: count }, (_, at) =>
    entry(at + 1, {
      at: new Date(start + at * 60_000).toISOString(),
      ...(at % 10 === 9 ? { category: 'security' } : {}),
    }),
  );
  const api = new Api((path) => {
    calls.push(path);
    const query = new URL(path, 'http://svc').searchParams;
    const before = Number(query.get('before_seq') ?? Infinity);
    const events = all
      .filter((event) => event.seq < before)
      .reverse()
      .slice(0, Number(query.get('limit')));
    const last = events.at(-1)?.seq ?? 1;
    return Promise.resolve(Response.json({ events, next_before_seq: last > 1 ? last : null }));
  });
  return { calls, all, moments: new Moments(api) };
}

it('knows the newest changes first, without those of signing in', async () => {
  const { moments } = journal(1200);
  await moments.refresh();
  expect(moments.times).toHaveLength(450);
  expect(moments.times[0]).toBe(start + 700 * 60_000);
});

it('reads on only as far back as somebody looks', async () => {
  const { moments, calls } = journal(1800);
  await moments.refresh();
  await moments.reach(start + 1000 * 60_000);
  expect(calls).toHaveLength(2);
  await moments.reach(start + 1000 * 60_000);
  expect(calls).toHaveLength(2);
  await moments.reach(0);
  expect(moments.times[0]).toBe(start);
});

it('keeps what was read of the past when something new happens', async () => {
  const { moments, all } = journal(1200);
  await moments.refresh();
  await moments.reach(0);
  all.push(entry(1201, { at: '2026-11-05T00:00:00.000Z' }));
  await moments.refresh();
  expect(moments.times).toHaveLength(1081);
  expect(moments.times[0]).toBe(start);
});

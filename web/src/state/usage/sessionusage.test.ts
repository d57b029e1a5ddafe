import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usageLive, usageNow, usageRow } from '../../../test/usage';
import { Api } from '../../net/api';
import type { SessionUsage } from '../../protocol/usage';
import { UsageOfSession } from './sessionusage.svelte';

const sid = 'engine_1:a';
let complete: boolean;
let asked: string[];
let refused: boolean;
let usage: UsageOfSession;

beforeEach(() => {
  vi.useFakeTimers();
  [complete, asked, refused] = [true, [], false];
  const api = new Api((path) => {
    asked.push(path);
    if (refused) return Promise.resolve(Response.json({ status: 404, code: 'not_found' }, { status: 404 }));
    const { messages, input, output, cache_read, cache_write, reasoning, cost, unpriced } = usageRow('opus', {
      cost: 2,
    });
    const total = { messages, input, output, cache_read, cache_write, reasoning, cost, unpriced };
    const answer: SessionUsage = { rows: [], total, currency: 'USD', unpriced: [], unreadable: 0, complete };
    const live = [usageLive('engine_1:b', { share: 0.4 }), usageLive(sid, { share: 0.6 })];
    return Promise.resolve(Response.json(path.endsWith('/now') ? usageNow({ live }) : answer));
  });
  usage = new UsageOfSession(api, sid);
});
afterEach(() => {
  usage.leave();
  vi.useRealTimers();
});

it('is asked for once where all of it is counted', async () => {
  await usage.load();
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['/api/sessions/engine_1:a/usage']);
  expect(usage.now?.total.cost).toBe(2);
});

it('is asked for again until all of it is counted', async () => {
  complete = false;
  await usage.load();
  complete = true;
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(2);
  expect(usage.now?.complete).toBe(true);
});

it('is not asked for any more once nobody looks at it', async () => {
  complete = false;
  await usage.load();
  usage.leave();
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(1);
});

it('stays as it is known where there is no answer', async () => {
  await usage.load();
  refused = true;
  await usage.load();
  expect(usage.now?.total.cost).toBe(2);
});

it('has its own part of the last hour while its program runs, and none afterwards', async () => {
  await usage.look(true);
  expect(usage.live?.share).toBe(0.6);
  await usage.look(false);
  expect([usage.live, asked.length]).toEqual([undefined, 1]);
});

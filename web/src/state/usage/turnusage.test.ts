import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usageRow } from '../../../test/usage';
import { Api } from '../../net/api';
import type { SessionUsage } from '../../protocol/usage';
import { UsageOfTurns } from './turnusage.svelte';

let asked: string[];
let refused: boolean;
let cost: number;
let usage: UsageOfTurns;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, refused, cost] = [[], false, 1];
  const api = new Api((path) => {
    const { searchParams } = new URL(path, 'http://svc');
    const [before, limit] = [Number(searchParams.get('before')), Number(searchParams.get('limit'))];
    asked.push(`${String(before - limit)}-${String(before)}`);
    if (refused) return Promise.resolve(Response.json({ status: 422, code: 'unreadable' }, { status: 422 }));
    // Every other turn used something.
    const turns = Array.from({ length: limit }, (_, at) => before - limit + at).filter((turn) => turn % 2 === 0);
    const rows = turns.map((turn) => usageRow(String(turn), { cost, label: null }));
    const { messages, input, output, cache_read, cache_write, reasoning, unpriced } = usageRow('');
    const total = { messages, input, output, cache_read, cache_write, reasoning, cost, unpriced };
    const answer: SessionUsage = { rows, total, currency: 'USD', unpriced: [], unreadable: 0, complete: true };
    return Promise.resolve(Response.json(answer));
  });
  usage = new UsageOfTurns(api, 'engine_1:a');
});
afterEach(() => {
  usage.leave();
  vi.useRealTimers();
});

it('knows the turns that are shown, and nothing of one that used nothing', async () => {
  await usage.show(50, 100);
  expect([usage.of(98)?.cost, usage.of(97), usage.of(48)]).toEqual([1, undefined, undefined]);
  expect(usage.currency).toBe('USD');
});

it('asks about older turns alone when they come in, and about the last ones again', async () => {
  await usage.show(50, 100);
  await usage.show(20, 100);
  expect(asked).toEqual(['50-100', '20-50', '70-100']);
});

it('asks about newer turns when they come in', async () => {
  await usage.show(50, 100);
  cost = 2;
  await usage.show(50, 140);
  expect(asked).toEqual(['50-100', '70-140']);
  expect([usage.of(68)?.cost, usage.of(98)?.cost, usage.of(138)?.cost]).toEqual([1, 2, 2]);
});

it('asks about all turns of another place', async () => {
  await usage.show(500, 600);
  await usage.show(0, 100);
  expect(asked).toEqual(['500-600', '0-100']);
});

it('asks about no more turns at once than one answer may be about', async () => {
  await usage.show(0, 1_500);
  expect(asked).toEqual(['500-1500', '0-500']);
  expect([usage.of(0)?.cost, usage.of(1_498)?.cost]).toEqual([1, 1]);
});

it('asks once more a moment after something was written, until nobody looks', async () => {
  await usage.follow(90, 100);
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['90-100', '90-100']);
  await usage.follow(90, 100);
  usage.leave();
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(3);
});

it('what is known stands where there is no answer', async () => {
  await usage.show(90, 100);
  refused = true;
  await usage.show(80, 100);
  expect(usage.of(98)?.cost).toBe(1);
  refused = false;
  await usage.show(80, 100);
  expect(usage.of(80)?.cost).toBe(1);
});

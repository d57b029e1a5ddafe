import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usageNow } from '../../../test/usage';
import { Api } from '../../net/api';
import type { BudgetPassed } from '../../protocol/usage';
import { Budgets } from './budgets.svelte';

const day: BudgetPassed = { kind: 'day', sid: null, title: null, spent: 52, budget: 50, currency: 'USD' };
const session: BudgetPassed = { ...day, kind: 'session', sid: 'engine_1:a', title: 'A', spent: 21, budget: 20 };
const noon = new Date(2026, 10, 20, 12).getTime();
const clock = { now: noon };
let passed: BudgetPassed[] = [];
const api = new Api(() =>
  Promise.resolve(Response.json(usageNow({ budgets: { daily: 50, spent_today: 52, session: 20, passed } }))),
);

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
  });
  clock.now = noon;
  passed = [day, session];
});

async function budgets(): Promise<Budgets> {
  const all = new Budgets(api, clock);
  await all.load();
  return all;
}

it('what is passed is said, also when it is passed later', async () => {
  passed = [];
  const all = await budgets();
  expect(all.shown).toEqual([]);
  all.heard(session);
  expect(all.shown).toEqual([session]);
});

it('the same budget is said once, with the newest figure', async () => {
  const all = await budgets();
  all.heard({ ...session, spent: 25 });
  expect(all.shown).toEqual([day, { ...session, spent: 25 }]);
});

it.each([undefined, null, 'x', {}, { kind: 'week', spent: 1, budget: 1 }, { kind: 'day', spent: 'much', budget: 1 }])(
  'an event of another form says nothing: %j',
  async (data) => {
    const all = await budgets();
    all.heard(data);
    expect(all.shown).toEqual([day, session]);
  },
);

describe('a warning that was dismissed', () => {
  it('stays away for the day, in every tab', async () => {
    const all = await budgets();
    all.dismiss(day);
    expect(all.shown).toEqual([session]);
    expect((await budgets()).shown).toEqual([session]);
  });

  it('comes back with the next day', async () => {
    (await budgets()).dismiss(day);
    clock.now += 86_400_000;
    expect((await budgets()).shown).toEqual([day, session]);
  });

  it('comes back when another budget is passed', async () => {
    (await budgets()).dismiss(day);
    passed = [{ ...day, spent: 61, budget: 60 }];
    expect((await budgets()).shown).toEqual(passed);
  });
});

it('at midnight nothing of yesterday is said', async () => {
  const all = await budgets();
  clock.now += 86_400_000;
  expect(all.shown).toEqual([]);
});

it.each(['{', '[]', '7', '{"day":1}', '{"day":"2026-11-20","keys":"all"}'])(
  'what this browser kept and nobody can read is as nothing: %s',
  async (text) => {
    localStorage.setItem('svc.budgets-seen', text);
    expect((await budgets()).shown).toEqual([day, session]);
  },
);

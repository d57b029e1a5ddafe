import { beforeEach, describe, expect, it } from 'vitest';
import { usage, usageLive, usageNow, usageRow } from '../../../test/usage';
import { Api } from '../../net/api';
import type { Usage, UsageNow } from '../../protocol/usage';
import type { App } from '../app.svelte';
import { everything, type Filter } from '../filter';
import { UsagePage } from './usage.svelte';

const noon = Date.UTC(2026, 10, 20, 12);
let asked: Record<string, string>[] = [];
let held: (() => void)[] = [];
let holding = false;
let filter: Filter;
let change: Partial<Usage>;
let now: UsageNow;
let page: UsagePage;
let refused: boolean;

beforeEach(() => {
  [asked, held, holding, filter, change, now, refused] = [[], [], false, everything, {}, usageNow(), false];
  const api = new Api(async (path) => {
    const url = new URL(path, 'http://svc');
    const query = Object.fromEntries(url.searchParams);
    asked.push(query);
    if (holding) await new Promise<void>((resolve) => held.push(resolve));
    if (refused) return Response.json({ status: 503, code: 'unavailable' }, { status: 503 });
    return Response.json(
      url.pathname.endsWith('/now') ? now : usage([usageRow(keyOf(query), { cost: 2, input: 5 })], change),
    );
  });
  const place = {
    get filter() {
      return filter;
    },
  };
  const projects = { find: (id: string | null) => (id ? { name: `Project ${id}` } : undefined) };
  page = new UsagePage({ api, place, projects, clock: { now: noon } } as unknown as App);
});

/** What the row is called, so that a test sees which question it answers. */
function keyOf({ by = '', from = '', to = '' }: Record<string, string>): string {
  return by === 'day' ? '2026-11-19' : `${by} ${from} ${to}`;
}

it('asks for days, sessions and projects of the same time, today included', async () => {
  await page.show('7d');
  expect(asked.map(({ by, from, to }) => `${by ?? ''} ${from ?? ''} ${to ?? ''}`)).toEqual([
    'day 2026-11-14 2026-11-20',
    'session 2026-11-14 2026-11-20',
    'project 2026-11-14 2026-11-20',
  ]);
  expect(page.bars.map(({ counts }) => counts?.cost)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    2,
    undefined,
  ]);
  expect(page.sum).toEqual({ tokens: 5, cost: 2, more: false });
});

it('counts the sessions of each month as those of a month, not as the sum of its days', async () => {
  change = { sessions: 4, total: usageRow('', { cost: 3, input: 7 }) };
  await page.show('12m');
  expect(asked.filter(({ by }) => by === 'engine')).toHaveLength(12);
  expect(page.bars.at(-1)).toMatchObject({ key: '2026-11', sessions: 4, counts: { cost: 3 } });
});

it('asks again where it is already another day at the server', async () => {
  change = { zone: 'Pacific/Kiritimati' };
  await page.show('7d');
  expect(asked.filter(({ by }) => by === 'day').map(({ to }) => to)).toEqual(['2026-11-20', '2026-11-21']);
  expect(page.bars.at(-1)?.key).toBe('2026-11-21');
});

it('a chosen day narrows what is below it, and the days stay', async () => {
  await page.show('7d');
  await page.choose('2026-11-19');
  expect(page.sessions?.rows[0]?.key).toBe('session 2026-11-19 2026-11-19');
  expect(page.projects?.rows[0]?.key).toBe('project 2026-11-19 2026-11-19');
  expect(page.bars).toHaveLength(7);
  await page.show('30d');
  expect(page.chosen).toBeUndefined();
});

it('programs and a project of the address are part of every question', async () => {
  filter = { ...everything, engines: ['engine_1', 'engine_2'], project: 'p1' };
  await page.show('7d');
  expect(new Set(asked.map(({ engine, project }) => `${engine ?? ''} ${project ?? ''}`))).toEqual(
    new Set(['engine_1,engine_2 p1']),
  );
  expect(page.filtered).toBe(true);
});

it('the answer to an older question is not shown', async () => {
  holding = true;
  const first = page.show('7d');
  const second = page.show('30d');
  for (let turn = 0; turn < 6; turn++) held[5 - turn]?.();
  await Promise.all([first, second]);
  expect(page.bars).toHaveLength(30);
});

it('says why there is no answer, until there is one', async () => {
  refused = true;
  await page.show('7d');
  expect([page.trouble?.status, page.loading]).toEqual([503, false]);
  refused = false;
  await page.load();
  expect(page.trouble).toBeUndefined();
});

describe('sorting', () => {
  it('asks for nothing where all sessions are here', async () => {
    await page.show('7d');
    asked = [];
    await page.sortBy('last');
    expect(asked).toEqual([]);
  });

  it('has more than the first hundred where somebody wants all, or another order', async () => {
    change = { count: 5_000 };
    await page.show('7d');
    const lines = () => asked.filter(({ by }) => by === 'session').map(({ limit }) => limit);
    expect(lines()).toEqual(['100']);
    expect(page.listed).toBe(1_000);
    await page.showAll();
    await page.showAll();
    expect(lines()).toEqual(['100', '1000']);
  });

  it('lets the server choose where there are more than it sent', async () => {
    change = { count: 5_000 };
    await page.show('7d');
    asked = [];
    await page.sortBy('last');
    expect(asked.find(({ by }) => by === 'session')?.['sort']).toBe('last');
    asked = [];
    await page.sortBy('last');
    expect(asked).toEqual([]); // only the other way round
  });
});

it('shows what runs of what is looked at, the fastest first', async () => {
  const live = [
    usageLive('slow', { tokens_per_minute: 1 }),
    usageLive('fast', { tokens_per_minute: 9, project: 'p1' }),
    usageLive('other', { engine: 'engine_2', tokens_per_minute: 5 }),
  ];
  now = usageNow({ live });
  await page.look();
  expect(page.live.map(({ sid }) => sid)).toEqual(['fast', 'other', 'slow']);
  filter = { ...everything, engines: ['engine_1'], project: 'none' };
  const narrowed = new UsagePage(appWith());
  await narrowed.look();
  expect(narrowed.live.map(({ sid }) => sid)).toEqual(['slow']);
});

function appWith(): App {
  const api = new Api(() => Promise.resolve(Response.json(now)));
  return { api, place: { filter }, clock: { now: noon }, projects: { find: () => undefined } } as unknown as App;
}

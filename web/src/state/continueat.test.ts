import { beforeEach, expect, it } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { LiveFeed } from '../net/live';
import type { UsageLimit } from '../protocol/usage';
import { App } from './app.svelte';
import { ContinueAt } from './continueat.svelte';
import { fieldOf, proposedOf, resetsOf } from './resettime';

const now = Date.parse('2026-11-20T12:00:00Z');
const minute = 60_000;
const day = 86_400_000;
const at = (ms: number) => new Date(now + ms).toISOString();
const limit = (resets_at: string | null, used_percent: number) => ({ resets_at, used_percent }) as UsageLimit;

let app: App;

beforeEach(() => {
  const location = { pathname: '/', search: '', hash: '' };
  const window = { location, history: { replaceState: () => undefined } } as unknown as Window;
  app = new App(window, new FakeServer([row(1)]).api, new LiveFeed());
});

it('offers the times ahead at which limits begin again, each once, the next one first', () => {
  const limits = [at(3 * day), at(minute), at(minute), at(-minute), at(31 * day), null].map((one) => limit(one, 10));
  expect(resetsOf(limits, now)).toEqual([now + minute, now + 3 * day]);
});

it('proposes when all limits that are used up have begun again, and otherwise the next one', () => {
  const free = limit(at(minute), 40);
  expect(proposedOf([limit(at(2 * minute), 100), free, limit(at(day), 100)], now)).toBe(now + day);
  expect(proposedOf([limit(at(day), 90), free], now)).toBe(now + minute);
  expect(proposedOf([limit(null, 100)], now)).toBeUndefined();
});

it('never proposes a minute in which the limit has not begun again', () => {
  expect(resetsOf([limit(at(61_500), 1)], now)[0]).toBe(now + 2 * minute);
});

it('begins with what was set, and else with the usual text at a time ahead', () => {
  const plan = { at: new Date(Math.ceil(Date.now() / minute) * minute + day).toISOString(), text: 'go on' };
  const set = new ContinueAt(app, row(1, { continue_at: plan }));
  expect([new Date(set.at).toISOString(), set.text]).toEqual([plan.at, 'go on']);
  const fresh = new ContinueAt(app, row(1));
  expect([fresh.timeWrong, fresh.textWrong, fresh.text]).toEqual([false, false, 'continue']);
});

it('takes no time that is over or far ahead, and no text that is empty or long', () => {
  const draft = new ContinueAt(app, row(1));
  for (const wrong of ['', fieldOf(Date.now() - day), fieldOf(Date.now() + 31 * day)]) {
    draft.at = wrong;
    expect(draft.timeWrong).toBe(true);
  }
  for (const wrong of ['  ', 'x'.repeat(4_001)]) {
    draft.text = wrong;
    expect(draft.textWrong).toBe(true);
  }
});

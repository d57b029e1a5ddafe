import { expect, it } from 'vitest';
import { entry } from '../../test/server';
import { Api } from '../net/api';
import { everything } from './filter';
import { TimeTravel } from './timetravel.svelte';

const start = Date.UTC(2026, 10, 1);
const minute = 60_000;
const names = { project: () => undefined, label: () => '' };

/** A journal with a change at each of some minutes. */
function journal(...minutes: number[]) {
  const at = [...minutes];
  const api = new Api((path) => {
    const events = at.map((one, seq) => entry(seq, { at: new Date(start + one * minute).toISOString() }));
    if (path.startsWith('/api/audit')) return Promise.resolve(Response.json({ events }));
    return Promise.resolve(Response.json({ status: 404, code: 'not_found' }, { status: 404 }));
  });
  return { at, travel: new TimeTravel(api, () => everything, names) };
}

it('goes back from now to the newest change, also to one that was made since it last looked', async () => {
  const { at, travel } = journal(1, 2);
  await travel.begin();
  at.push(9);
  await travel.step(-1, start + 5 * minute);
  expect(travel.at).toBe(start + 9 * minute);
  travel.leave();
});

it('goes on with each press from where the one before it arrived', async () => {
  const { travel } = journal(1, 2, 3, 4);
  const presses = [-1, -1, -1, 1] as const;
  await Promise.all(presses.map((by) => travel.step(by, start + 5 * minute)));
  expect(travel.at).toBe(start + 3 * minute);
  travel.leave();
});

it('stays at the first change, and beyond the last one is now', async () => {
  const { travel } = journal(1);
  await travel.step(-1, start + 5 * minute);
  await travel.step(-1, start + 5 * minute);
  expect(travel.at).toBe(start + minute);
  await travel.step(1, start + 5 * minute);
  expect(travel.at).toBeUndefined();
});

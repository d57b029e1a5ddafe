import { expect, it, vi } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { App } from './app.svelte';
import { fits, SessionSearch } from './palette.svelte';
import { LiveFeed } from '../net/live';

it('every word is found in a label, in any order and without regard to case and accents', () => {
  expect([fits('Go to März 2024', '2024 marz'), fits('Go to 2024', '2025')]).toEqual([true, false]);
});

it('what the words before found goes at once where it does not fit the new ones', async () => {
  const server = new FakeServer([row(1, { title: 'Rain gauge' }), row(2, { title: 'Tide table' })]);
  const location = { pathname: '/', search: '', hash: '' };
  const search = new SessionSearch(new App({ location } as unknown as Window, server.api, new LiveFeed()));
  search.look('');
  await vi.waitFor(() => {
    expect(search.rows.map(({ title }) => title).sort()).toEqual(['Rain gauge', 'Tide table']);
  });
  search.look('tide');
  expect(search.rows.map(({ title }) => title)).toEqual(['Tide table']);
  search.end();
});

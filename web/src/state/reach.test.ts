import { expect, it } from 'vitest';
import type { HostFacet } from '../protocol/session';
import { allowedOn, includes, showsTerminal } from './reach';

const facets: HostFacet[] = [
  { host: 'laptop-3', here: true, online: true, last_seen: null, allows: 'list', count: 1 },
  { host: 'forge-1', here: false, online: true, last_seen: null, allows: 'organise', count: 1 },
];

it('a session of this host is changed whatever this host allows to others', () => {
  expect(allowedOn(null, facets)).toBe('drive');
  expect(allowedOn(null, null)).toBe('drive');
});

it('a session of another host is changed as far as that host allows', () => {
  expect(allowedOn('forge-1', facets)).toBe('organise');
  expect(allowedOn('gone', facets)).toBe('list');
  expect(allowedOn('forge-1', null)).toBe('list');
});

it('each step includes those before it', () => {
  expect(includes('organise', 'read')).toBe(true);
  expect(includes('organise', 'organise')).toBe(true);
  expect(includes('organise', 'drive')).toBe(false);
  expect(includes('list', 'read')).toBe(false);
});

it('shows the terminals of this host, and those of hosts that are there and let others drive', () => {
  const drivable = facets.map((facet) => ({ ...facet, allows: 'drive' as const }));
  const row = { host: 'forge-1', host_seen: null, live: true };
  expect(showsTerminal({ ...row, host: null }, null)).toBe(true);
  expect(showsTerminal(row, facets)).toBe(false);
  expect(showsTerminal(row, drivable)).toBe(true);
  expect(showsTerminal({ ...row, live: false }, drivable)).toBe(true);
  expect(showsTerminal({ ...row, host_seen: '2026-11-28T10:00:00.000Z' }, drivable)).toBe(false);
});

it('a program that runs outside svc on another host is shown there alone', () => {
  const drivable = facets.map((facet) => ({ ...facet, allows: 'drive' as const }));
  expect(showsTerminal({ host: 'forge-1', host_seen: null, live: 'elsewhere' }, drivable)).toBe(false);
});

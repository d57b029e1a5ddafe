import { expect, it } from 'vitest';
import type { HostFacet } from '../protocol/session';
import { allowedOn, includes } from './reach';

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

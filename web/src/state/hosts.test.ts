import { expect, it } from 'vitest';
import { isRemote } from '../protocol/session';
import { row } from '../../test/server';
import { filterOf, sessionQuery } from './filter';
import { belongs } from './meaning';
import { Selection } from './selection.svelte';

const forge = row(1, { id: 'engine_1:1@forge-1', host: 'forge-1' });

it('a session of another host is told by its host', () => {
  expect(isRemote(forge)).toBe(true);
  expect(isRemote(row(2))).toBe(false);
});

it('hosts are asked for by their names, each once', () => {
  expect(sessionQuery(filterOf('host=laptop-3,forge-1,laptop-3'))).toEqual({ host: 'forge-1,laptop-3' });
  expect(sessionQuery(filterOf('host=,'))).toEqual({});
});

it('a row of a host that is not asked for is in no list', () => {
  expect(belongs(forge, filterOf('host=forge-1'))).toBe(true);
  expect(belongs(forge, filterOf('host=laptop-3'))).toBe(false);
  expect(belongs(forge, filterOf(''))).toBe(true);
});

it('a row of this host may belong to any list: the page does not know what its host is called', () => {
  expect(belongs(row(2), filterOf('host=laptop-3'))).toBe(true);
});

it('a row of a host that does not let others organise is never ticked', () => {
  const selection = new Selection((id) => !id.endsWith('@forge-1'));
  selection.toggle(forge.id);
  expect(selection.ids.size).toBe(0);
  selection.toggle('a');
  selection.extend('b', ['a', forge.id, 'b']);
  expect([...selection.ids]).toEqual(['a', 'b']);
});

it('one of a host that lets others organise is ticked like any other', () => {
  const selection = new Selection();
  selection.toggle('a');
  selection.extend('b', ['a', forge.id, 'b']);
  expect([...selection.ids]).toEqual(['a', forge.id, 'b']);
});

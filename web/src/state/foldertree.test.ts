import { expect, it } from 'vitest';
import { filterOf, isBelow, isInFolders, queryOf } from './filter';
import { treeOf } from './foldertree';

it('puts each folder below the nearest one that contains it, the fullest first', () => {
  const folders = [
    { path: '/src/web', count: 9 },
    { path: '/src/infra', count: 12 },
    { path: '/src/web/packages/editor', count: 2 },
    { path: '/src/web/packages/sync', count: 5 },
    { path: '/src/website', count: 1 },
  ];
  expect(treeOf(folders).map(({ name, depth }) => `${' '.repeat(depth)}${name}`)).toEqual([
    '/src/infra',
    '/src/web',
    ' packages/sync',
    ' packages/editor',
    '/src/website',
  ]);
});

it('a folder contains itself and what is below it, on every system', () => {
  expect([isBelow('/a', '/a'), isBelow('/a', '/a/b'), isBelow('/a', '/ab'), isBelow('/', '/a')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(isBelow('C:\\src', 'C:\\src\\shop')).toBe(true);
  expect([isInFolders('/x', []), isInFolders(null, ['/x'])]).toEqual([true, false]);
});

it('several folders live in the address, whatever their names', () => {
  const filter = { ...filterOf(''), folders: ['/a b&c=d', '/ü,x'] };
  expect(filterOf(queryOf(filter).toString())).toEqual(filter);
});

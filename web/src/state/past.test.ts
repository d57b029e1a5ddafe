import { expect, it } from 'vitest';
import { row } from '../../test/server';
import type { Project } from '../protocol/project';
import type { Difference, RowThen } from './difference';
import { everything, type Filter } from './filter';
import { facetsThen, narrowedThen } from './past';

const shop = { id: 'p1', name: 'Café shop', color: '#112233' } as Project;
const names = { project: (id: string | null) => (id === 'p1' ? shop : undefined), label: (key: string) => `L${key}` };
const changed = [{ sid: '', mark: 'title' }] as Difference[];
const rows: RowThen[] = [
  row(1, { project_id: 'p1' }),
  { ...row(2, { engine: 'engine_2', branch: 'fix/cart' }), differs: changed },
  { ...row(3, { archived: true }), differs: changed },
];

function left(filter: Partial<Filter>, differing = false): string[] {
  return narrowedThen(rows, { ...everything, ...filter }, differing, names).map((one) => one.native_id);
}

it.each([
  [{}, ['1', '2']],
  [{ archived: true }, ['3']],
  [{ words: 'cafe SHOP' }, ['1']],
  [{ words: 'cart session' }, ['2']],
  [{ words: 'cart nowhere' }, []],
  [{ engines: ['engine_2'] }, ['2']],
  [{ project: 'p1' }, ['1']],
  [{ project: 'none' }, ['2']],
] as [Partial<Filter>, string[]][])('under %j the list of then is %j', (filter, expected) => {
  expect(left(filter)).toEqual(expected);
});

it('keeps only what is not as it was, where that is asked for', () => {
  expect(left({}, true)).toEqual(['2']);
  expect(left({ archived: true }, true)).toEqual(['3']);
});

it('counts what is left by program and project', () => {
  expect(facetsThen(rows, names)).toEqual({
    folders: null,
    times: null,
    hosts: null,
    engines: [
      { engine: 'engine_1', label: 'Lengine_1', count: 2 },
      { engine: 'engine_2', label: 'Lengine_2', count: 1 },
    ],
    projects: [
      { id: null, name: null, color: null, count: 2 },
      { id: 'p1', name: 'Café shop', color: '#112233', count: 1 },
    ],
  });
});

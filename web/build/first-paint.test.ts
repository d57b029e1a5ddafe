import { expect, it } from 'vitest';
import { firstPaint } from './first-paint.ts';

const imports: Record<string, string[]> = { main: ['a', 'look.css'], a: ['b'], b: ['a'], later: ['b', 'c'], c: [] };
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) };

it('puts together what the entry needs outright, also where a later part needs it too, and nothing else', () => {
  const name = firstPaint('main');
  expect(['main', 'a', 'b', 'later', 'c', 'look.css'].map((id) => name(id, graph))).toEqual([
    'first',
    'first',
    'first',
    null,
    null,
    null,
  ]);
});

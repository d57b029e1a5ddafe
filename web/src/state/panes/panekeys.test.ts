import { expect, it } from 'vitest';
import type { Pane } from './layout';
import { PaneKeys } from './panekeys';

const panes = (...sids: (string | undefined)[]): Pane[] => sids.map((sid) => ({ sid, tab: undefined }));

it('a pane is the same one while its session moves, is replaced or gets another name', () => {
  const keys = new PaneKeys();
  const [a, b] = keys.of(panes('a', 'b'));
  expect(keys.of(panes('a', undefined, 'b'))).toEqual([a, 3, b]);
  expect(keys.of(panes('a', 'b'))).toEqual([a, b]);
  expect(keys.of(panes('x', 'b'))).toEqual([a, b]);
  expect(keys.of(panes('b'))).toEqual([b]);
});

it('no two panes are ever the same', () => {
  const keys = new PaneKeys();
  for (const now of [panes('a'), panes(undefined, 'a'), panes(undefined, undefined), panes('a', 'b', 'c', undefined)])
    expect(new Set(keys.of(now)).size).toBe(now.length);
});

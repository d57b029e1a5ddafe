import { expect, it } from 'vitest';
import { row } from '../../test/server';
import type { BoardTile } from '../protocol/board';
import type { SessionRow } from '../protocol/session';
import { counted, engineOf, passes, projectOf, wholeBoard } from './boardfilter';
import type { Entry } from './tiles';

function entry(number: number, status: BoardTile['status'], more: Partial<SessionRow> = {}): Entry {
  const session = { ...row(number), ...more };
  return {
    tile: { sid: session.id, status, question: null, lines: [], cols: 80, rows: 24 },
    row: session,
  };
}

it('shows everything until something is chosen', () => {
  expect(passes(entry(1, 'idle'), wholeBoard)).toBe(true);
});

it('a group, a program and a project each leave out what is not of them, and hold together', () => {
  const works = entry(1, 'working', { project_id: 'p1' });
  const asks = entry(2, 'waiting', { project_id: 'p1' });
  const elsewhere = entry(3, 'working', { project_id: null });
  const filter = { group: 1 as const, engine: engineOf(works), project: 'p1' };
  expect([works, asks, elsewhere].map((one) => passes(one, filter))).toEqual([true, false, false]);
  expect(passes(elsewhere, { ...wholeBoard, project: 'none' })).toBe(true);
  expect(passes(works, { ...wholeBoard, engine: 'engine_6' })).toBe(false);
});

it('a tile that the list does not know yet goes by its own name and belongs to no project', () => {
  const { tile } = entry(1, 'idle');
  const unlisted = { tile: { ...tile, sid: 'engine_2:new' }, row: undefined };
  expect(engineOf(unlisted)).toBe('engine_2');
  expect(projectOf(unlisted)).toBe('none');
});

it('counts the most first, ties by name', () => {
  expect(counted(['b', 'a', 'c', 'b'])).toEqual([
    ['b', 2],
    ['a', 1],
    ['c', 1],
  ]);
});

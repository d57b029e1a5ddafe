import { expect, it } from 'vitest';
import { row } from '../../test/server';
import type { BoardTile } from '../protocol/board';
import type { Review } from '../protocol/session';
import { lastSaid, Places, step, type Entry } from './tiles';

function entry(number: number, status: BoardTile['status'], change: Partial<Entry['row']> = {}): Entry {
  const question = status === 'waiting' ? { id: 'q', text: 'Go on?', since: '2026-11-20T10:00:00.000Z' } : null;
  const known = row(number, { live: true, status, ...change });
  return { tile: { sid: known.id, status, question, lines: [], cols: 80, rows: 24 }, row: known };
}

const numbers = (sids: readonly string[]) => sids.map((sid) => sid.split(':')[1]).join(' ');

it('what needs somebody comes first, then what works, then what is idle', () => {
  const places = new Places();
  expect(numbers(places.order([entry(1, 'idle'), entry(2, 'working'), entry(3, 'waiting'), entry(4, 'working')]))).toBe(
    '3 2 4 1',
  );
});

it('a review that needs somebody counts as a question does', () => {
  const review = { needs_you: true } as Review;
  expect(numbers(new Places().order([entry(1, 'working'), entry(2, 'idle', { review })]))).toBe('2 1');
});

it('favourites come first in their group, and in no other', () => {
  expect(
    numbers(new Places().order([entry(1, 'working'), entry(2, 'working', { sticky: true }), entry(3, 'waiting')])),
  ).toBe('3 2 1');
});

it('the newest question is the first', () => {
  const [older, newer] = [entry(1, 'waiting'), entry(2, 'waiting')];
  const question = { id: 'r', text: 'Really?', since: '2026-11-20T10:05:00.000Z' };
  expect(numbers(new Places().order([older, { ...newer, tile: { ...newer.tile, question } }]))).toBe('2 1');
});

it('a tile that is only newer now keeps its place', () => {
  const places = new Places();
  places.order([entry(1, 'working'), entry(2, 'working')]);
  const newer = entry(2, 'working', { updated_at: '2026-12-01T10:00:00.000Z' });
  expect(numbers(places.order([entry(1, 'working'), newer]))).toBe('1 2');
});

it('a tile that changes its group, or comes back, is the first there', () => {
  const places = new Places();
  places.order([entry(1, 'working'), entry(2, 'working'), entry(3, 'idle')]);
  expect(numbers(places.order([entry(1, 'working'), entry(2, 'working'), entry(3, 'working')]))).toBe('3 1 2');
  places.order([entry(1, 'working'), entry(3, 'working')]);
  expect(numbers(places.order([entry(1, 'working'), entry(2, 'working'), entry(3, 'working')]))).toBe('2 3 1');
});

it('what is not listed yet has just begun', () => {
  const fresh = { ...entry(9, 'working'), row: undefined };
  expect(numbers(new Places().order([entry(1, 'working'), fresh]))).toBe('9 1');
});

// Three columns: 0 1 2 / 3 4 5 / 6 7
it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 2],
  ['ArrowRight', 7, 7],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 3, 3],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 7],
  ['ArrowDown', 6, 6],
  ['ArrowUp', 7, 4],
  ['ArrowUp', 2, 2],
  ['Home', 7, 0],
  ['End', 0, 7],
  ['Enter', 3, undefined],
])('%s leads from %i to %s', (key, from, to) => {
  expect(step(key, from, 3, 8)).toBe(to);
});

it('an arrow leads nowhere on an empty board', () => {
  expect(step('ArrowDown', 0, 1, 0)).toBeUndefined();
});

it('the last line that says something is none that only draws', () => {
  const said = (...lines: string[]) => lastSaid({ lines, cols: 40 });
  expect(said('✓ 27 passed', '', '╭──────╮', '│ > │', '╰──────╯', '')).toBe('✓ 27 passed');
  expect(said('Ende', '日本語 ', '> ')).toBe('日本語');
  expect(said('', '──')).toBe('');
});

it('a line that the screen was too narrow for is one line', () => {
  expect(lastSaid({ lines: ['short', 'as long as it', ' gets', '>'], cols: 13 })).toBe('as long as it gets');
});

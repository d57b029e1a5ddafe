import { expect, it } from 'vitest';
import { row, rows } from '../../test/server';
import { freshened, inOrder, inPlace, waitingOrder } from './order';

const ids = (list: { native_id: string }[]) => list.map((one) => one.native_id);

it('favourites come first, then the newest, and ties are settled by the id', () => {
  const same = '2026-11-20T00:00:00.000Z';
  const list = [row(3, { updated_at: same }), row(1, { updated_at: same }), row(9, { sticky: true })];
  expect(list.sort(inOrder).map((one) => one.native_id)).toEqual(['9', '1', '3']);
});

it('among those who wait favourites come first, then who waits longest, then who asks nothing', () => {
  const asking = (number: number, minute: string) =>
    row(number, { question: { id: minute, text: null, since: `2026-11-20T00:${minute}:00.000Z` } });
  const list = [row(0), asking(1, '09'), asking(2, '03'), row(4, { sticky: true }), asking(3, '05')];
  expect(ids(list.sort(waitingOrder))).toEqual(['4', '2', '3', '1', '0']);
});

it('a fresh beginning replaces its part, drops what left it and keeps what ranks behind', () => {
  const old = rows(6);
  const fresh = [row(7, { updated_at: '2026-11-21T00:00:00.000Z' }), row(0), row(2)];
  expect(ids(freshened(old, fresh, false))).toEqual(['7', '0', '2', '3', '4', '5']);
});

it('a whole answer is the list', () => {
  expect(freshened(rows(3), [row(1)], true)).toEqual([row(1)]);
  expect(freshened(rows(3), [], true)).toEqual([]);
});

it('new facts in old places move nothing', () => {
  const changed = row(2, { title: 'other' });
  expect(inPlace(rows(3), [changed, row(8)]).map((one) => one.title)).toEqual(['Session 0', 'Session 1', 'other']);
});

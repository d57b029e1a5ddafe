import { expect, it } from 'vitest';
import { row } from '../../test/server';
import { tiesOf } from './ties';

const like = (number: number, change: Parameters<typeof row>[1]) => row(number, { title: 'Fix it', ...change });
const ties = (...rows: ReturnType<typeof row>[]) => [...tiesOf(rows).values()];

it('says nothing of rows that nothing looks like', () => {
  expect(ties(row(1), row(2), like(3, {}), like(4, { cwd: '/elsewhere' }))).toEqual([]);
});

it('tells rows apart by their branch', () => {
  expect(ties(like(1, { branch: 'main' }), like(2, { branch: 'cart' }))).toEqual(['main', 'cart']);
});

it('tells rows of one branch apart by the words in which they differ first', () => {
  const [one, other] = ['please fix the cart today', 'please fix the card'];
  expect(ties(like(1, { first_message: one }), like(2, { first_message: other }))).toEqual(['… cart today', '… card']);
});

it('has nothing to say where nothing differs', () => {
  expect(ties(like(1, {}), like(2, {}))).toEqual([]);
});

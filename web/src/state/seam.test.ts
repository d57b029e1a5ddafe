import { expect, it } from 'vitest';
import { turn } from '../../test/server';
import { bare, firstShown } from './seam';

const screen = bare(`
  ❯ Please mend the
    cart of the shop
  ● It is mended, see [docs].
`);

it('finds the turn where the screen begins, whatever the terminal made of its text', () => {
  const turns = [
    turn(0, 'Nothing of this stands there.'),
    turn(1, 'Please mend the **cart** of the shop'),
    turn(2, ''),
    turn(3, 'It is mended, see [docs](https://example.org).'),
  ];
  expect(firstShown(turns, screen)).toEqual({ index: 1, sure: true });
});

it('is not sure while every turn that it knows is shown', () => {
  expect(firstShown([turn(4, 'Please mend the cart of the shop')], screen)).toEqual({ index: 4, sure: false });
});

it('finds nothing where the newest turn is not shown', () => {
  const turns = [turn(1, 'Please mend the cart of the shop'), turn(2, 'Something else entirely')];
  expect(firstShown(turns, screen)).toBeUndefined();
});

it('does not recognise a turn by a word or two', () => {
  expect(firstShown([turn(0, 'the')], screen)).toBeUndefined();
});

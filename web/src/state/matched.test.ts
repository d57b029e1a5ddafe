import { expect, it } from 'vitest';
import { row } from '../../test/server';
import { matchedIn } from './matched';

const shown = { title: 'Image commit 1472', where: 'shop' };
const found = (words: string, change: Parameters<typeof row>[1] = {}, see = shown) =>
  matchedIn(row(1, { cwd: '/home/me/src/shop', ...change }), words, see);

it('says nothing where title and folder show every word', () => {
  expect(found('image SHOP')).toBeUndefined();
  expect(found('')).toBeUndefined();
});

it('shows the first message around the word that stands there', () => {
  const first_message = 'We have looked at this for a while: the widget is slow when it is drawn twice';
  expect(found('widget slow', { first_message })).toBe('… while: the widget is slow when it is drawn twice');
});

it('shows the end of a title that is cut in the row', () => {
  const title = 'Make the migration of all the ledger tables repeatable';
  expect(found('repeatable', {}, { title, where: '' })).toContain('repeatable');
});

it('finds words without regard to case and accents, and in branch and folder', () => {
  expect(found('creme', { first_message: 'ÉÉÉ Crème' })).toBe('ÉÉÉ Crème');
  expect(found('cart', { branch: 'feature/cart' })).toBe('feature/cart');
  expect(found('home')).toBe('/home/me/src/shop');
});

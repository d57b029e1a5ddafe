import { expect, it } from 'vitest';
import { Chord } from './chord';
import type { Press } from './keys';

const press = (key: string, change: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

it('g and a letter lead to a place, one after the other', () => {
  const chord = new Chord();
  expect(chord.of(press('g'), 'page', 0)).toBeUndefined();
  expect(chord.of(press('h'), 'page', 100)).toEqual({ do: 'home' });
  expect(chord.of(press('h'), 'page', 200)).toBeUndefined();
  chord.of(press('g'), 'page', 300);
  expect(chord.of(press('b'), 'page', 400)).toEqual({ do: 'board' });
  chord.of(press('g'), 'page', 500);
  expect(chord.of(press('u'), 'page', 600)).toEqual({ do: 'usage' });
});

it('a g that was long ago leads nowhere', () => {
  const chord = new Chord();
  chord.of(press('g'), 'page', 0);
  expect(chord.of(press('s'), 'page', 5_000)).toBeUndefined();
});

it('a g that is typed or held with another key begins nothing', () => {
  const chord = new Chord();
  chord.of(press('g'), 'field', 0);
  expect(chord.of(press('h'), 'page', 1)).toBeUndefined();
  chord.of(press('g', { ctrlKey: true }), 'page', 2);
  expect(chord.of(press('h'), 'page', 3)).toBeUndefined();
});

it('another key between the two ends the pair', () => {
  const chord = new Chord();
  chord.of(press('g'), 'page', 0);
  chord.of(press('x'), 'page', 1);
  expect(chord.of(press('h'), 'page', 2)).toBeUndefined();
});

it('g and a number lead to a saved view, also where numbers are typed with Shift', () => {
  const chord = new Chord();
  chord.of(press('g'), 'page', 0);
  expect(chord.of(press('1', { code: 'Digit1' }), 'page', 1)).toEqual({ do: 'view', to: 1 });
  chord.of(press('g'), 'page', 2);
  chord.of(press('Shift'), 'page', 3);
  expect(chord.of(press('9', { code: 'Digit9', shiftKey: true }), 'page', 4)).toEqual({ do: 'view', to: 9 });
  expect(chord.of(press('2', { code: 'Digit2' }), 'page', 5)).toBeUndefined();
  chord.of(press('g'), 'page', 6);
  expect(chord.of(press('0', { code: 'Digit0' }), 'page', 7)).toBeUndefined();
});

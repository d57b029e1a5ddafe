import { expect, it } from 'vitest';
import { inked } from './ansi';

it('cuts a line where its looks change', () => {
  expect(inked('a \x1b[0;1;31mb\x1b[0m c')).toEqual([
    { text: 'a ', looks: '' },
    { text: 'b', looks: 'ink-bold ink-red' },
    { text: ' c', looks: '' },
  ]);
});

it('passes over attributes that it does not know', () => {
  expect(inked('\x1b[0;99;5mx')).toEqual([{ text: 'x', looks: '' }]);
});

it('has nothing to draw for an empty line', () => {
  expect(inked('')).toEqual([]);
});

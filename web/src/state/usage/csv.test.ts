import { expect, it } from 'vitest';
import { csv } from './csv';

it('is lines of cells', () => {
  expect(
    csv([
      ['a', 'b'],
      ['x', 1.5],
    ]),
  ).toBe('a,b\r\nx,1.5\r\n');
});

it('leaves empty what is not known, and writes nothing as nothing', () => {
  expect(csv([[null, undefined, 0, '']])).toBe(',,0,\r\n');
});

it('puts what has commas, quotes, line ends or blanks at its ends into quotes', () => {
  expect(csv([['a,b', 'say "no"', 'two\nlines', ' x']])).toBe('"a,b","say ""no""","two\nlines"," x"\r\n');
});

it.each(['=1+1', '+49', '-3', '@SUM(A1)', '\tx', '\r=x', '=HYPERLINK("http://x","y")'])(
  'has nothing that is computed: %j',
  (title) => {
    expect(csv([[title]]).replace(/^"/, '')).toMatch(/^'/);
  },
);

it('leaves numbers below nothing as numbers', () => {
  expect(csv([[-3]])).toBe('-3\r\n');
});

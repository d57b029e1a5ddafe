import { describe, expect, it } from 'vitest';
import { languageOf, tokensOf, type LanguageName, type Token, type Within } from './tokens';

function colours(path: string, ...lines: string[]): [Token['kind'], string][] {
  let within: Within | undefined;
  return lines.flatMap((line) => {
    const found = tokensOf(languageOf(path) as LanguageName, line, within);
    within = found.within;
    return found.tokens.map(({ kind, from, to }): [Token['kind'], string] => [kind, line.slice(from, to)]);
  });
}

describe('the colours of a line', () => {
  it('are those of keywords, texts, numbers and comments', () => {
    expect(colours('a.ts', `const a = "x \\" y" + 0x1F; // done`)).toEqual([
      ['keyword', 'const'],
      ['string', `"x \\" y"`],
      ['number', '0x1F'],
      ['comment', '// done'],
    ]);
  });

  it('go on over lines within a comment or a text, until its end', () => {
    expect(colours('a.ts', 'a /* one', 'const two', 'end */ const b')).toEqual([
      ['comment', '/* one'],
      ['comment', 'const two'],
      ['comment', 'end */'],
      ['keyword', 'const'],
    ]);
    expect(colours('a.py', '"""doc', 'def inside', '"""', 'def a():')).toEqual([
      ['string', '"""doc'],
      ['string', 'def inside'],
      ['string', '"""'],
      ['keyword', 'def'],
    ]);
  });

  it('take a line in the middle of a comment for one by its star', () => {
    expect(colours('A.java', '   * Takes one class for all.')).toEqual([['comment', '   * Takes one class for all.']]);
  });

  it('leave an apostrophe and a lifetime alone', () => {
    expect(colours('a.rs', "fn a<'b>(c: &'b str) {")).toEqual([
      ['keyword', 'fn'],
      ['keyword', 'str'],
    ]);
  });

  it('know a number sign within a word from a comment', () => {
    expect(colours('a.sh', 'echo $# page#part # why')).toEqual([
      ['keyword', 'echo'],
      ['comment', '# why'],
    ]);
  });

  it('know the keywords of SQL in any case', () => {
    expect(colours('0098.sql', 'SELECT id -- why').map(([, text]) => text)).toEqual(['SELECT', '-- why']);
  });

  it('are none in a line that nobody reads', () => {
    expect(colours('a.js', 'const a = "x";'.repeat(1_000))).toEqual([]);
  });
});

it.each([
  ['src/a.tsx', 'script'],
  ['Dockerfile', 'shell'],
  ['deep\\in\\A.CS', 'csharp'],
  ['.github/ci.yml', 'yaml'],
  ['README', undefined],
  ['notes.txt', undefined],
])('the name of a file says its language: %s', (path, name) => {
  expect(languageOf(path)).toBe(name);
});

const all = 'js java c cs go rs kt swift php py rb ex sh ini yml json sql lua hs css scss html svelte clj'.split(' ');

describe.each(all)('of any text in a file .%s', (ending) => {
  const hostile = [
    `'\\''\\'`.repeat(200),
    '"'.repeat(999),
    '/*'.repeat(900),
    '`${'.repeat(500),
    '\\'.repeat(1_999),
    '<!--'.repeat(400),
    '"""'.repeat(300),
    'const '.repeat(300),
  ];

  it('colours stand within the line, in order, and over each other never', () => {
    for (const text of hostile) {
      let end = 0;
      for (const { from, to } of tokensOf(languageOf(`a.${ending}`) as LanguageName, text, undefined).tokens) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });
});

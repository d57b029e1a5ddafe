import { describe, expect, it } from 'vitest';
import { changedWords, compared, wordsOf } from './changedwords';
import type { DiffRow } from './lines';

function marked(old: string, now: string): { old: string[]; now: string[] } | undefined {
  const found = compared(old, now);
  return (
    found && { old: found.old.map((range) => old.slice(...range)), now: found.now.map((range) => now.slice(...range)) }
  );
}

const rows = (...lines: string[]): DiffRow[] =>
  lines.map((line) => ({
    kind: line.startsWith('-') ? 'del' : line.startsWith('+') ? 'add' : 'same',
    text: line.slice(1),
    old: undefined,
    now: undefined,
    end: undefined,
  }));

describe('the changed words of two lines', () => {
  it('are whole words, never parts of them', () => {
    expect(marked('const total = sum(all);', 'const totals = sum(all);')).toEqual({ old: ['total'], now: ['totals'] });
    expect(marked('for a in claimed:', 'for a in claim:')).toEqual({ old: ['claimed'], now: ['claim'] });
  });

  it('may stand in several places, with what both have between them unmarked', () => {
    expect(marked('a = one(x) + two(x)', 'a = uno(x) + due(x)')).toEqual({ old: ['one', 'two'], now: ['uno', 'due'] });
  });

  it('are one mark over the blank between them', () => {
    expect(marked('call(the old way, now, then)', 'call(a new way, now, then)')).toEqual({
      old: ['the old'],
      now: ['a new'],
    });
  });

  it('are on one side only where something came or went', () => {
    expect(marked('return a;', 'return a + b;')).toEqual({ old: [], now: [' + b'] });
  });

  it('are nowhere where the lines have too little in common', () => {
    expect(compared('if (!due) return null;', 'UPDATE attempts SET worker')).toBeUndefined();
  });

  it('leave the indentation out, unless nothing else is different', () => {
    expect(marked('  return one;', '    return two;')).toEqual({ old: ['one'], now: ['two'] });
    expect(marked('  return one;', '    return one;')?.now.join('')).toMatch(/^ +$/);
  });

  it('cut no character in two', () => {
    const found = marked('say("👩‍💻 works here today")', 'say("👨‍💻 works here today")');
    expect([...(found?.old ?? []), ...(found?.now ?? [])].join('')).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  });

  it('of very long lines are found from both ends', () => {
    const long = 'word '.repeat(5_000);
    expect(marked(`${long}old${long}`, `${long}new${long}`)).toEqual({ old: ['oldword'], now: ['newword'] });
  });
});

describe('the changed words of a run', () => {
  it('belong to the line that became another one, also where lines came between them', () => {
    const run = rows('-  return run(old);', '+  metrics.count();', '+  // a word', '+  return run(now);');
    const found = changedWords(run, 0);
    expect([...found.keys()].sort()).toEqual([0, 3]);
  });

  it('belong to lines in their order where as many came as went', () => {
    const found = changedWords(rows('-let a = 1;', '-let b = 2;', '+let a = 3;', '+let b = 4;'), 0);
    expect([...found.keys()].sort()).toEqual([0, 1, 2, 3]);
  });

  it('are none where lines only came', () => {
    expect(changedWords(rows('+one', '+two'), 0).size).toBe(0);
  });
});

it('no letter is lost between words', () => {
  const text = 'a_b(ç, "é") ?? 12.5\t// naïve 👩‍💻 日本';
  expect(wordsOf(text).join('')).toBe(text);
});

import { describe, expect, it } from 'vitest';
import { en } from '../../text/changes/en';
import type { Draft } from './draft';
import { promptOf } from './prompt';

const draft = (change: Partial<Draft>): Draft => ({
  id: 'a',
  scope: 'session',
  path: 'src/claim.ts',
  side: 'new',
  from: 46,
  to: 46,
  quote: [{ op: '+', text: '  ORDER BY due_at' }],
  text: 'Why this order?',
  ...change,
});
const prompt = (...drafts: Draft[]) => promptOf(drafts, en.prompt);

describe('the message of all comments', () => {
  it('names file and line, quotes what stands there, and says what was said', () => {
    expect(prompt(draft({}))).toBe(
      'A comment on your changes:\n\nsrc/claim.ts, line 46:\n>   ORDER BY due_at\nWhy this order?',
    );
  });

  it('goes through the files in their order, and through the lines of each', () => {
    const text = prompt(
      draft({ id: 'c', path: 'z.ts', text: 'third' }),
      draft({ id: 'b', from: 50, to: 52, text: 'second' }),
      draft({ id: 'a', from: 9, to: 9, text: 'first' }),
    );
    expect(text).toMatch(/^3 comments.*first.*lines 50 to 52.*second.*z\.ts.*third$/s);
  });

  it('shows the signs where lines of several kinds are quoted, and says what is removed', () => {
    const quote = [
      { op: '-', text: 'a' },
      { op: '+', text: 'b' },
    ] as const;
    expect(prompt(draft({ quote: [...quote] }))).toContain('> - a\n> + b');
    expect(prompt(draft({ side: 'old' }))).toContain('line 46 (removed):');
  });

  it('names no line where it is not known', () => {
    expect(prompt(draft({ from: null, to: null }))).toContain('src/claim.ts:\n');
  });

  it('bounds what it quotes, and shows what could not be seen', () => {
    const quote = Array.from({ length: 20 }, () => ({ op: '+', text: `\u202E${'x'.repeat(900)}` }) as const);
    const text = prompt(draft({ quote: [...quote] }));
    expect(text).toContain('⟨RLO⟩');
    expect(text).toContain('… 8 more lines');
    expect(text.length).toBeLessThan(4_000);
    expect(text).not.toContain('\u202E');
  });

  it('leaves out a comment without words', () => {
    expect(prompt(draft({ text: ' \n' }))).toBe('');
  });
});

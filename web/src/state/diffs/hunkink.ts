import { changeAt, type DiffRow } from './lines';
import { changedWords, type Range } from './changedwords';
import { tokensOf, type LanguageName, type Token, type Within } from './tokens';

const none: readonly never[] = [];

/** The colours and changed words of a hunk, found as its lines come into sight: nobody waits for those far below. */
export class HunkInk {
  readonly #rows: readonly DiffRow[];
  readonly #language: LanguageName | undefined;
  readonly #tokens: (readonly Token[])[] = [];
  readonly #runs = new Map<number, Map<number, Range[]>>();
  #old: Within | undefined;
  #now: Within | undefined;

  constructor(rows: readonly DiffRow[], language: LanguageName | undefined) {
    this.#rows = rows;
    this.#language = language;
  }

  /** What a line begins within follows from all lines before it. */
  tokens(at: number): readonly Token[] {
    const language = this.#language;
    if (!language) return none;
    for (let next = this.#tokens.length; next <= at; next += 1) {
      const row = this.#rows[next];
      if (!row) return none;
      const found = tokensOf(language, row.text, row.kind === 'del' ? this.#old : this.#now);
      this.#tokens.push(found.tokens);
      if (row.kind !== 'add') this.#old = found.within;
      if (row.kind !== 'del') this.#now = found.within;
    }
    return this.#tokens[at] ?? none;
  }

  changed(at: number): readonly Range[] {
    if (this.#rows[at]?.kind === 'same') return none;
    const from = this.#runStart(at);
    const known = this.#runs.get(from) ?? changedWords(this.#rows, from);
    this.#runs.set(from, known);
    return known.get(at) ?? none;
  }

  #runStart(at: number): number {
    const { removed } = changeAt(this.#rows, at);
    let from = at;
    if (removed === 0) while (this.#rows[from - 1]?.kind === 'add') from -= 1;
    while (this.#rows[from - 1]?.kind === 'del') from -= 1;
    return from;
  }
}

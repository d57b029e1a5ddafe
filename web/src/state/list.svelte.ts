import type { SessionRow, Times } from '../protocol/session';
import { foldedAtFirst, groupsOf, type GroupKey } from './group';
import { Folds } from './folds.svelte';
import { Lines } from './lines';
import { tiesOf } from './ties';

/** Where the rows come from: the present list, or that of an earlier moment. */
export interface Source {
  /** The rows at hand: the beginning of the list, or all of it. */
  readonly rows: readonly SessionRow[];
  /** How the others are spread over time. */
  readonly behind: Times;
  /** Whether the rows are ordered by time, favourites first. */
  readonly byTime: boolean;
  rowAt(index: number): SessionRow | undefined;
  indexOf(id: string): number;
  /** All rows that are at hand, by their place. */
  held(): Iterable<readonly [number, SessionRow]>;
  look(from: number, to: number): Promise<void>;
}

/** The list as it is laid out: groups, folds, and where each row stands among them. */
export class List {
  readonly folds = new Folds();
  readonly #source: () => Source;
  readonly #now: () => number;
  readonly #unfolded: () => boolean;
  readonly groups = $derived.by(() => {
    const { rows, behind, byTime } = this.source;
    return groupsOf(rows, behind, this.#now(), byTime);
  });
  readonly lines = $derived.by(() => {
    const atFirst = this.#unfolded() ? undefined : foldedAtFirst(this.groups);
    return new Lines(this.groups, (key) => atFirst !== undefined && this.folds.folded(key, atFirst.has(key)));
  });

  /** What tells rows apart that look alike, by their ids. */
  readonly ties = $derived.by(() => tiesOf(rowsOf(this.source.held())));

  /** @param unfolded nothing is folded: what somebody searches for must be seen */
  constructor(source: () => Source, now: () => number, unfolded: () => boolean) {
    this.#source = source;
    this.#now = now;
    this.#unfolded = unfolded;
  }

  get source(): Source {
    return this.#source();
  }

  get length(): number {
    return this.lines.rows;
  }

  /** Whether groups can be folded now. */
  get folding(): boolean {
    return !this.#unfolded();
  }

  rowAt(index: number): SessionRow | undefined {
    return this.source.rowAt(index);
  }

  lineOf(id: string): number | undefined {
    const at = this.source.indexOf(id);
    return at < 0 ? undefined : this.lines.lineOf(at);
  }

  fold(key: GroupKey, folded: boolean): void {
    this.folds.set(key, folded);
  }

  /** The row that stands before or behind another one, as far as it is at hand; folded ones are passed over. */
  neighbour(id: string | undefined, by: number): SessionRow | undefined {
    const from = (id === undefined ? undefined : this.lineOf(id)) ?? -1;
    const way = by < 0 && from >= 0 ? -1 : 1;
    for (let line = from < 0 ? 0 : from + by; line >= 0 && line < this.lines.length; line += way) {
      const found = this.lines.at(line);
      if (found?.kind === 'row') return this.rowAt(found.at);
    }
    return id === undefined || from < 0 ? undefined : this.rowAt(this.source.indexOf(id));
  }

  /** A row by its place, asked for if it is not at hand. */
  async reach(index: number): Promise<SessionRow | undefined> {
    if (!this.rowAt(index)) await this.source.look(index, index);
    return this.rowAt(index);
  }

  /** The ids of all rows between two places, both included. */
  async between(one: number, other: number): Promise<string[]> {
    const ids: string[] = [];
    for (let at = Math.min(one, other); at <= Math.max(one, other); at++) {
      const row = await this.reach(at);
      if (row) ids.push(row.id);
    }
    return ids;
  }
}

/** Rows that are all at hand, as those of an earlier moment. */
export function sourceOf(rows: readonly SessionRow[]): Source {
  return {
    rows,
    behind: { favourites: 0, counts: [] },
    byTime: true,
    rowAt: (index) => rows[index],
    indexOf: (id) => rows.findIndex((row) => row.id === id),
    held: () => rows.entries(),
    look: () => Promise.resolve(),
  };
}

function* rowsOf(held: Iterable<readonly [number, SessionRow]>): Iterable<SessionRow> {
  for (const [, row] of held) yield row;
}

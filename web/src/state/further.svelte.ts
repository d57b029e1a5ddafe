import type { SessionRow } from '../protocol/session';
import { mapOf, setOf } from './sets';

export const pageRows = 100;
/** Pages that are held at once, those nearest to where one looks. */
const most = 60;
/** Rows before and after what is in sight that are asked for as well. */
const ahead = 40;

/** Asks for rows of the whole list by their place. */
export type Ask = (offset: number, limit: number) => Promise<SessionRow[] | undefined>;

/**
 * Pages of the list far from its beginning, asked for where somebody looks. One request at a time, and always for where
 * one looks by then: a dragged scrollbar does not ask for all that it passes.
 */
export class Further {
  #pages = $state.raw<ReadonlyMap<number, readonly SessionRow[]>>(mapOf());
  /** Where each of their rows stands. */
  #places: ReadonlyMap<string, number> = mapOf();
  #wanted: { from: number; to: number } | undefined;
  #asking: Promise<void> | undefined;
  /** Grows when what is held is out of date; an answer of before is dropped. */
  #age = 0;
  /** Pages that show the order of before until the new one is there. */
  #old: ReadonlySet<number> = setOf();
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  at(index: number): SessionRow | undefined {
    return this.#pages.get(Math.floor(index / pageRows))?.[index % pageRows];
  }

  indexOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** All rows that are held, by their place. */
  *held(): Iterable<readonly [number, SessionRow]> {
    for (const [page, rows] of this.#pages) for (const [at, row] of rows.entries()) yield [page * pageRows + at, row];
  }

  find(id: string): SessionRow | undefined {
    const at = this.#places.get(id);
    return at === undefined ? undefined : this.at(at);
  }

  /** Makes the rows of a range be there; resolves when they are, or when one looks elsewhere by now. */
  async look(from: number, to: number, length: number): Promise<void> {
    this.#wanted = { from: Math.max(0, from - ahead), to: Math.min(to + ahead, length) };
    this.#asking ??= this.#pump();
    await this.#asking;
  }

  put(row: SessionRow): void {
    const at = this.#places.get(row.id);
    if (at === undefined) return;
    const page = Math.floor(at / pageRows);
    const rows = (this.#pages.get(page) ?? []).map((one) => (one.id === row.id ? row : one));
    this.#pages = mapOf([...this.#pages, [page, rows]]);
  }

  /** The order may have changed: what is in sight is asked for again, the rest when somebody looks there. */
  renew(): void {
    this.#age += 1;
    const wanted = this.#wanted;
    const inSight = (page: number) =>
      wanted !== undefined && (page + 1) * pageRows > wanted.from && page * pageRows < wanted.to;
    this.#keep([...this.#pages].filter(([page]) => inSight(page)));
    this.#old = setOf(this.#pages.keys());
    if (this.#old.size > 0) this.#asking ??= this.#pump();
  }

  /** Another list: nothing of this one holds. */
  clear(): void {
    this.#age += 1;
    this.#wanted = undefined;
    this.#old = setOf();
    this.#keep([]);
  }

  async #pump(): Promise<void> {
    try {
      for (let page = this.#missing(); page !== undefined; page = this.#missing()) {
        const age = this.#age;
        const rows = await this.#ask(page * pageRows, pageRows);
        if (!rows) return;
        if (age !== this.#age) continue;
        this.#old = setOf([...this.#old].filter((one) => one !== page));
        this.#keep(nearest([...this.#pages, [page, rows]], page));
      }
    } finally {
      this.#asking = undefined;
    }
  }

  #missing(): number | undefined {
    if (!this.#wanted) return undefined;
    const { from, to } = this.#wanted;
    const first = Math.floor((from + ahead) / pageRows);
    const candidates = [first];
    for (let page = Math.floor(from / pageRows); page * pageRows < to; page++) candidates.push(page);
    return candidates.find((page) => !this.#pages.has(page) || this.#old.has(page));
  }

  #keep(pages: (readonly [number, readonly SessionRow[]])[]): void {
    this.#pages = mapOf(pages);
    this.#places = mapOf([...this.held()].map(([at, row]) => [row.id, at] as const));
  }
}

function nearest<Page extends readonly [number, unknown]>(pages: Page[], to: number): Page[] {
  return pages.sort(([a], [b]) => Math.abs(a - to) - Math.abs(b - to)).slice(0, most);
}

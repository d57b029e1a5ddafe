import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath } from '../protocol/session';
import type { HistoryPage } from '../protocol/transcript';
import { bare, firstShown } from './seam';

/** What the terminal knows when somebody scrolls beyond its beginning. */
export interface Beginning {
  /** How many turns are older than its first byte, as the server says. */
  turns: number | null;
  text: string;
  /** Its oldest lines are gone, so that it begins later than the server says. */
  overflowed: boolean;
  cols: number;
}

/** The part of a conversation that is older than what a terminal shows, as lines of that terminal. */
export class Earlier {
  /** Oldest first. */
  pages = $state.raw<{ from: number; lines: string[]; truncated: boolean }[]>([]);
  open = $state(false);
  loading = $state(false);
  complete = $state(false);
  trouble = $state.raw<Refusal>();
  #next: string | null = null;
  #cols = 80;
  readonly #api: Api;
  readonly #path: string;

  constructor(api: Api, sid: string) {
    this.#api = api;
    this.#path = sessionPath(sid, '/history');
  }

  /** Appearance where the terminal begins, and gets the page that ends there. */
  async begin(beginning: Beginning): Promise<void> {
    if (this.open || this.loading) return;
    await this.#attempt(async () => {
      this.#cols = beginning.cols;
      await this.#get({ before: await this.#seam(beginning) });
      this.open = true;
    });
  }

  async older(): Promise<void> {
    if (!this.open || this.loading || this.#next === null) return;
    const cursor = this.#next;
    await this.#attempt(() => this.#get({ cursor }));
  }

  close(): void {
    this.open = false;
    this.pages = [];
    this.complete = false;
    this.#next = null;
  }

  /** The number of the first turn that the terminal shows: all before it belongs here. */
  async #seam({ turns, text, overflowed }: Beginning): Promise<number> {
    const screen = bare(text);
    const start = overflowed || turns === null ? undefined : turns;
    let page = await this.#json(start);
    let seam = turns ?? page.total_turns;
    for (;;) {
      const shown = firstShown(page.turns ?? [], screen);
      if (!shown) return seam;
      seam = shown.index;
      if (shown.sure || page.turns_from === 0) return seam;
      page = await this.#json(seam);
    }
  }

  #json(before: number | undefined): Promise<HistoryPage> {
    return this.#api.get<HistoryPage>(this.#path, { format: 'json', before });
  }

  async #get(where: { before: number } | { cursor: string }): Promise<void> {
    const page = await this.#api.get<HistoryPage>(this.#path, { format: 'ansi', cols: this.#cols, ...where });
    const lines = (page.text ?? '').split('\n').slice(0, -1);
    this.pages = [{ from: page.turns_from, lines, truncated: page.truncated }, ...this.pages];
    this.#next = page.next_cursor;
    this.complete = page.next_cursor === null;
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    this.loading = true;
    this.trouble = undefined;
    try {
      await step();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.status === 409) this.close();
      else this.trouble = reason;
    } finally {
      this.loading = false;
    }
  }
}

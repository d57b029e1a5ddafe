import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath } from '../protocol/session';
import type { HistoryPage, Turn } from '../protocol/transcript';
import { plain } from './words';
import { mapOf } from './sets';

/** What was said in one session, read from its end backwards, page by page. */
export class Conversation {
  turns = $state.raw<Turn[]>([]);
  total = $state(0);
  loading = $state(false);
  begun = $state(false);
  trouble = $state.raw<Refusal>();
  #next = $state<string | null>(null);
  readonly #api: Api;
  readonly #sid: string;

  constructor(api: Api, sid: string) {
    this.#api = api;
    this.#sid = sid;
  }

  get complete(): boolean {
    return this.begun && this.#next === null;
  }

  /** Reloads from the end: what was loaded before stays, and new turns join it. */
  async refresh(): Promise<void> {
    const before = this.#next;
    const first = !this.begun;
    await this.#load(undefined, (page) => {
      const joined = !first && this.turns.some((turn) => turn.index >= page.turns_from);
      if (joined) this.#next = before;
    });
  }

  async older(): Promise<void> {
    if (this.#next !== null) await this.#load(this.#next, () => undefined);
  }

  /** Older pages until a turn is there, as a link to it asks for. */
  async reach(index: number): Promise<void> {
    if (!this.begun) await this.refresh();
    while (!this.complete && !this.trouble && !this.turns.some((turn) => turn.index <= index)) await this.older();
  }

  /** The turns that hold every word. */
  matching(words: string): number[] {
    const wanted = words.split(/\s+/).filter(Boolean).map(plain);
    if (wanted.length === 0) return [];
    const holds = (turn: Turn) => {
      const text = plain([turn.text, turn.tool?.name, turn.tool?.input_summary, turn.tool?.output_summary].join(' '));
      return wanted.every((word) => text.includes(word));
    };
    return this.turns.filter(holds).map((turn) => turn.index);
  }

  async #load(cursor: string | undefined, then: (page: HistoryPage) => void): Promise<void> {
    if (this.loading) return;
    this.loading = true;
    let again = false;
    try {
      const path = sessionPath(this.#sid, '/history');
      const page = await this.#api.get<HistoryPage>(path, { format: 'json', cursor });
      this.#next = page.next_cursor;
      if (page.total_turns < this.total) this.turns = [];
      this.total = page.total_turns;
      then(page);
      this.#join(page.turns ?? []);
      this.begun = true;
      this.trouble = undefined;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.status === 409 && cursor !== undefined) again = true;
      else this.trouble = reason;
    } finally {
      this.loading = false;
    }
    if (again) await this.#anew();
  }

  /** The program rewrote the conversation: discard what was read of it. */
  #anew(): Promise<void> {
    this.turns = [];
    this.#next = null;
    this.begun = false;
    return this.refresh();
  }

  #join(turns: readonly Turn[]): void {
    const all = mapOf([...this.turns, ...turns].map((turn) => [turn.index, turn] as const));
    this.turns = [...all.values()].sort((a, b) => a.index - b.index);
  }
}

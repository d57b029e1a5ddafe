import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath } from '../protocol/session';
import type { HistoryPage, Turn } from '../protocol/transcript';
import { plain } from './words';
import { mapOf } from './sets';

/** The page to ask for: the newest one, one that ends before a turn or a cursor, or the one around a turn. */
interface Wanted {
  cursor?: string;
  before?: number;
  turn?: number;
}

/** What was said in one session: a piece without gaps, read from its end backwards, or from one turn both ways. */
export class Conversation {
  turns = $state.raw<Turn[]>([]);
  total = $state(0);
  loading = $state(false);
  begun = $state(false);
  trouble = $state.raw<Refusal>();
  #next = $state<string | null>(null);
  /** The turn behind the loaded ones. */
  #to = $state(0);
  /** The turns of a whole page. */
  #size = 1;
  #underWay: Promise<void> = Promise.resolve();
  readonly #api: Api;
  readonly #sid: string;

  constructor(api: Api, sid: string) {
    this.#api = api;
    this.#sid = sid;
  }

  /** The conversation's beginning is there. */
  get complete(): boolean {
    return this.begun && this.#next === null;
  }

  /** Its end is there. */
  get atEnd(): boolean {
    return this.begun && this.#to >= this.total;
  }

  /** Reloads from the end: what was loaded before stays, and new turns join it. What ends elsewhere stays as it is. */
  async refresh(): Promise<void> {
    if (this.begun && !this.atEnd) return;
    await this.#load({}, (page) => {
      if (!this.begun) this.#begin(page);
      else if (page.turns_from <= this.#to) this.#append(page);
    });
  }

  /** The end, in place of what is loaded. */
  toEnd(): Promise<void> {
    return this.#load({}, (page) => {
      this.#begin(page);
    });
  }

  async older(): Promise<void> {
    const cursor = this.#next;
    if (cursor === null || this.loading) return;
    await this.#load({ cursor }, (page) => {
      this.#join(page);
      this.#next = page.next_cursor;
    });
  }

  async newer(): Promise<void> {
    if (!this.begun || this.atEnd || this.loading) return;
    await this.#load({ before: Math.min(this.#to + this.#size, this.total) }, (page) => {
      this.#append(page);
    });
  }

  /** The page around a turn in place of what is loaded, unless the turn is there. */
  async around(index: number): Promise<void> {
    await this.#underWay;
    if (this.turns.some((turn) => turn.index === index)) return;
    await this.#load({ turn: index }, (page) => {
      this.#begin(page);
    });
    // An address may name a turn that the conversation does not have: its end is shown.
    if (this.trouble?.status === 400) await this.toEnd();
  }

  /** The loaded turns that hold every word. */
  matching(words: string): number[] {
    const wanted = words.split(/\s+/).filter(Boolean).map(plain);
    if (wanted.length === 0) return [];
    const holds = (turn: Turn) => {
      const { name, purpose, input_summary, output_summary } = turn.tool ?? {};
      const text = plain([turn.text, name, purpose, input_summary, output_summary].join(' '));
      return wanted.every((word) => text.includes(word));
    };
    return this.turns.filter(holds).map((turn) => turn.index);
  }

  /** One page at a time, each applied to what the one before it left. */
  #load(wanted: Wanted, take: (page: HistoryPage) => void): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#fetch(wanted, take));
    return this.#underWay;
  }

  async #fetch(wanted: Wanted, take: (page: HistoryPage) => void): Promise<void> {
    this.loading = true;
    try {
      const query = { format: 'json', ...wanted };
      const page = await this.#api.get<HistoryPage>(sessionPath(this.#sid, '/history'), query);
      this.#size = Math.max(this.#size, page.turns_to - page.turns_from);
      const rewritten = page.total_turns < this.total;
      this.total = page.total_turns;
      if (rewritten) this.#begin(page);
      else take(page);
      this.begun = true;
      this.trouble = undefined;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.status === 409 && wanted.cursor !== undefined) await this.#anew();
      else this.trouble = reason;
    } finally {
      this.loading = false;
    }
  }

  /** The program rewrote the conversation: what was read of it is discarded. */
  #anew(): Promise<void> {
    return this.#fetch({}, (page) => {
      this.#begin(page);
    });
  }

  #begin(page: HistoryPage): void {
    this.turns = [...(page.turns ?? [])];
    this.#next = page.next_cursor;
    this.#to = page.turns_to;
  }

  #append(page: HistoryPage): void {
    this.#join(page);
    this.#to = Math.max(this.#to, page.turns_to);
  }

  #join(page: HistoryPage): void {
    const all = mapOf([...this.turns, ...(page.turns ?? [])].map((turn) => [turn.index, turn] as const));
    this.turns = [...all.values()].sort((a, b) => a.index - b.index);
  }
}

import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath, type SessionRow } from '../protocol/session';
import { SvelteSet } from 'svelte/reactivity';

/** The open session, as the server knows it, whether the list shows it or not. */
export class OpenSession {
  row = $state.raw<SessionRow>();
  trouble = $state.raw<Refusal>();
  readonly #api: Api;
  readonly #unlisted: (sid: string) => boolean;
  #sid: string | undefined;
  /** Counts news of the session: an answer that was pending meanwhile may be older. */
  #told = 0;
  /** Those in panes. */
  readonly #others = new SvelteSet<OpenSession>();

  /** `unlisted`: sessions that the server does not list yet. */
  constructor(api: Api, unlisted: (sid: string) => boolean = () => false) {
    this.#api = api;
    this.#unlisted = unlisted;
  }

  /** One more that hears what this one hears, for a pane of its own until it is left. */
  another(): OpenSession {
    const other = new OpenSession(this.#api, this.#unlisted);
    this.#others.add(other);
    return other;
  }

  leave(other: OpenSession): void {
    this.#others.delete(other);
  }

  /** What the list knows is shown at once; the server's answer follows. */
  async show(sid: string | undefined, known: SessionRow | undefined): Promise<void> {
    if (sid !== this.#sid) {
      this.row = known;
      this.trouble = undefined;
    }
    this.#sid = sid;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    for (const other of this.#others) void other.refresh();
    const sid = this.#sid;
    if (!sid || this.#unlisted(sid)) return;
    const told = this.#told;
    try {
      const row = await this.#api.get<SessionRow>(sessionPath(sid));
      if (sid !== this.#sid) return;
      if (told === this.#told) [this.row, this.trouble] = [row, undefined];
      else await this.refresh();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (sid === this.#sid) this.trouble = reason;
    }
  }

  /** The row of a session, if it is this one, or one of the others, and loaded. */
  find(sid: string): SessionRow | undefined {
    if (sid === this.#sid) return this.#unlisted(sid) ? undefined : this.row;
    for (const other of this.#others) {
      const row = other.find(sid);
      if (row) return row;
    }
    return undefined;
  }

  /** New facts about a session, if it is this one. */
  put(row: SessionRow): void {
    for (const other of this.#others) other.put(row);
    if (row.id !== this.#sid) return;
    this.#told += 1;
    this.row = row;
    this.trouble = undefined;
  }

  /** Something happened to a session without a row yet. */
  heardOf(sid: string): void {
    for (const other of this.#others) other.heardOf(sid);
    if (sid === this.#sid) this.#told += 1;
  }
}

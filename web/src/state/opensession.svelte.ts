import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath, type SessionRow } from '../protocol/session';

/** The open session, as the server knows it, whether the list shows it or not. */
export class OpenSession {
  row = $state.raw<SessionRow>();
  trouble = $state.raw<Refusal>();
  readonly #api: Api;
  readonly #unlisted: (sid: string) => boolean;
  #sid: string | undefined;
  /** Counts news of the session: an answer that was pending meanwhile may be older. */
  #told = 0;

  /** `unlisted`: sessions that the server does not list yet. */
  constructor(api: Api, unlisted: (sid: string) => boolean = () => false) {
    this.#api = api;
    this.#unlisted = unlisted;
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

  /** The row of a session, if it is this one and loaded. */
  find(sid: string): SessionRow | undefined {
    return sid === this.#sid && !this.#unlisted(sid) ? this.row : undefined;
  }

  /** New facts about a session, if it is this one. */
  put(row: SessionRow): void {
    if (row.id !== this.#sid) return;
    this.#told += 1;
    this.row = row;
    this.trouble = undefined;
  }

  /** Something happened to a session without a row yet. */
  heardOf(sid: string): void {
    if (sid === this.#sid) this.#told += 1;
  }
}

import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath, type SessionRow } from '../protocol/session';

/** The session in the middle, as the server tells it, whether the list shows it or not. */
export class Opened {
  row = $state.raw<SessionRow>();
  trouble = $state.raw<Refusal>();
  readonly #api: Api;
  readonly #unlisted: (sid: string) => boolean;
  #sid: string | undefined;

  /** `unlisted`: sessions of which the server cannot tell anything yet. */
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
    try {
      const row = await this.#api.get<SessionRow>(sessionPath(sid));
      if (sid === this.#sid) [this.row, this.trouble] = [row, undefined];
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (sid === this.#sid) this.trouble = reason;
    }
  }

  put(row: SessionRow): void {
    if (row.id === this.#sid) this.row = row;
  }
}

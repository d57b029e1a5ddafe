import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { SessionPage, SessionRow } from '../protocol/session';
import type { Listed } from './news';

/** A burst of news is one question. */
const gathering = 2_000;

/** How many sessions of the list their programs have deleted, or are about to: nothing is shown of it while it is none. */
export class KeptCounts implements Listed {
  kept = $state(0);
  leaving = $state(0);
  readonly #api: Api;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  async load(): Promise<void> {
    try {
      [this.kept, this.leaving] = await Promise.all([this.#count('kept'), this.#count('leaving')]);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason; // the list says that the server is away
    }
  }

  async #count(kept: SessionRow['kept']): Promise<number> {
    return (await this.#api.get<SessionPage>('/api/sessions', { kept, limit: 1 })).total;
  }

  find(): undefined {
    return undefined;
  }

  put(row: SessionRow): void {
    if (row.kept !== 'here') this.askSoon();
    else this.refreshSoon();
  }

  remove(): void {
    this.refreshSoon();
  }

  ranElsewhere(): void {
    // Running changes nothing of where a session is.
  }

  /** Something may have left them; where there are none, only a row says that there is one. */
  refreshSoon(): void {
    if (this.kept + this.leaving > 0) this.askSoon();
  }

  askSoon(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.load();
    }, gathering);
  }
}

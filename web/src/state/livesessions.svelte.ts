import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { SessionPage, SessionQuery, SessionRow } from '../protocol/session';
import { setOf } from './whole';

/**
 * The sessions that run now and those that wait for somebody, whatever the list is narrowed to: for the counts, the keys
 * 1 to 9 and the notifications.
 */
export class LiveSessions {
  rows = $state.raw<SessionRow[]>([]);
  waiting = $state.raw<SessionRow[]>([]);
  /** Told once for each session that begins to wait. */
  onWaiting: (row: SessionRow) => void = () => undefined;
  readonly #api: Api;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known: ReadonlySet<string> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  refreshSoon(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.load();
    }, 150);
  }

  async load(): Promise<void> {
    try {
      [this.rows, this.waiting] = await Promise.all([this.#page({ live: '1' }), this.#page({ needs_you: '1' })]);
    } catch (reason) {
      if (reason instanceof Refusal) return; // the page says elsewhere that the server is away
      throw reason;
    }
    const before = this.#known;
    this.#known = setOf(this.waiting.map((row) => row.id));
    if (before)
      this.waiting
        .filter((row) => !before.has(row.id))
        .forEach((row) => {
          this.onWaiting(row);
        });
  }

  async #page(query: SessionQuery): Promise<SessionRow[]> {
    return (await this.#api.get<SessionPage>('/api/sessions', { ...query, limit: 500 })).sessions;
  }
}

import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { setOf } from './sets';
import { sessionPath, type SessionPage, type SessionRow } from '../protocol/session';

/** More than this one by one would be slower to read than the ids. */
const mostSingles = 24;

/** Rows of sessions that are mentioned but in no loaded list, archived ones included. */
export class Titles {
  readonly #rows = new SvelteMap<string, SessionRow | undefined>();
  readonly #api: Api;
  #newest: Promise<void> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  find(sid: string): SessionRow | undefined {
    return this.#rows.get(sid);
  }

  /** Loads unknown ones: the newest together, older ones one by one. */
  async learn(sids: readonly string[]): Promise<void> {
    const unknown = () => [...setOf(sids)].filter((sid) => !this.#rows.has(sid));
    if (unknown().length === 0) return;
    await (this.#newest ??= this.#learnNewest());
    await Promise.all(
      unknown()
        .slice(0, mostSingles)
        .map((sid) => this.#learnOne(sid)),
    );
  }

  async #learnNewest(): Promise<void> {
    try {
      const page = await this.#api.get<SessionPage>('/api/sessions', { archived: 'all', limit: 500 });
      for (const row of page.sessions) this.#rows.set(row.id, row);
    } catch (reason) {
      this.#newest = undefined;
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  async #learnOne(sid: string): Promise<void> {
    try {
      this.#rows.set(sid, await this.#api.get<SessionRow>(sessionPath(sid)));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.status === 404) this.#rows.set(sid, undefined);
    }
  }
}

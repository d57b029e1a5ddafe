import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { Run } from '../protocol/live';
import { sessionPath, type SessionRow } from '../protocol/session';
import type { LiveSessions } from './livesessions.svelte';
import type { Cause } from './meaning';
import type { OpenSession } from './opensession.svelte';
import { Overtaken } from './overtaken';
import type { Sessions } from './sessions.svelte';
import { setOf } from './sets';

/** A list that is kept current: of the server's, or of what was found. */
export type Listed = Pick<Sessions, 'find' | 'put' | 'remove' | 'ranElsewhere' | 'refreshSoon'>;

/** Where sessions are shown. */
export interface Places {
  lists: readonly Listed[];
  live: LiveSessions;
  openSession: OpenSession;
}

/** Distributes news of single sessions to every view that shows them; asks the server only where that is not enough. */
export class News {
  readonly #api: Api;
  readonly #places: Places;
  readonly #overtaken = new Overtaken();
  /** Running sessions that were never seen here. */
  #unseen: ReadonlySet<string> = setOf();

  constructor(api: Api, places: Places) {
    this.#api = api;
    this.#places = places;
  }

  /** A row from the event stream: each was current when it was sent, so the last one is true. */
  told(row: SessionRow): void {
    this.#overtaken.told(row.id);
    this.#show(row);
  }

  /** What a program is doing. Changes a known row; an unknown one is looked up among those that run. */
  ran({ id, ...run }: Run): void {
    const { live, status } = run;
    this.#overtaken.told(id);
    const row = this.#find(id);
    if (!row) {
      this.#ranUnknown(id, live !== false);
      return;
    }
    const now = { ...row, ...run };
    this.#show(now, 'runs');
    if (live !== true && isProgramAlone(row)) for (const list of this.#places.lists) list.refreshSoon();
    // Only the server can tell whether what the review said still holds.
    if (row.review && (row.status === 'waiting') !== (status === 'waiting')) void this.learn(id);
  }

  gone(id: string): void {
    this.#overtaken.told(id);
    for (const list of this.#places.lists) list.remove(setOf([id]));
    this.#places.live.remove(id);
  }

  /** Called before a request: returns what to pass back with the answer. */
  get moment(): number {
    return this.#overtaken.moment;
  }

  /** A row answered to a change made here. News during the request may be newer, and later news will be. */
  answered(row: SessionRow, asked: number): void {
    const known = this.#overtaken.since(asked, row.id) ? this.#find(row.id) : undefined;
    this.#show(known ?? row, 'facts', true);
  }

  /** Asks for one session, again if news arrives meanwhile. */
  async learn(id: string): Promise<void> {
    const { moment } = this;
    try {
      const row = await this.#api.get<SessionRow>(sessionPath(id));
      if (this.#overtaken.since(moment, id)) await this.learn(id);
      else this.#show(row);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason; // it is gone, or the page says elsewhere that the server is away
    }
  }

  #show(row: SessionRow, cause: Cause = 'facts', own = false): void {
    for (const list of this.#places.lists) list.put(row, cause, own);
    this.#places.live.put(row);
    this.#places.openSession.put(row);
  }

  #find(id: string): SessionRow | undefined {
    const { lists, live, openSession } = this.#places;
    for (const list of lists) {
      const row = list.find(id);
      if (row) return row;
    }
    return live.find(id) ?? openSession.find(id);
  }

  #ranUnknown(id: string, runs: boolean): void {
    const { live, openSession } = this.#places;
    openSession.heardOf(id);
    if (runs) {
      if (this.#unseen.size === 0) setTimeout(() => void this.#look(), 150);
      this.#unseen = setOf([...this.#unseen, id]);
    } else {
      this.#ranElsewhere();
      live.ranElsewhere();
    }
  }

  /** Once for a burst (debounced), never at once for a single one: a program that ended at once needs no request. */
  async #look(): Promise<void> {
    const { live } = this.#places;
    const unseen = this.#unseen;
    this.#unseen = setOf();
    await live.loadRunning();
    for (const id of unseen) {
      const row = live.find(id);
      if (row) this.#show(row, 'seen');
      else this.#ranElsewhere();
    }
  }

  #ranElsewhere(): void {
    for (const list of this.#places.lists) list.ranElsewhere();
  }
}

/** No store has it: it may be gone with its program, and no event would say so. */
function isProgramAlone({ size_bytes, first_message }: SessionRow): boolean {
  return !size_bytes && !first_message;
}

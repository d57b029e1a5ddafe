import type { Api } from '../../net/api';
import { Refusal } from '../../net/refusal';
import type { SearchGroup, SessionHits } from '../../protocol/search';
import type { Place } from '../place.svelte';
import type { Said } from './said.svelte';
import { searchQuery } from './query';

/** A rest of the keys after which the session under them is shown. */
export const rest = 120;

/** The conversation that is being read: it knows its own hits. */
export interface Reader {
  readonly sid: string;
  /** The hit before or behind the present one; false where there is none. `around`: from the last one to the first. */
  step(by: 1 | -1, around: boolean): boolean;
}

/** How everything stood before the first hit was looked at. */
interface Beginning {
  address: string;
  /** Brings back what no address says. */
  back: () => void;
}

/** The way through the hits: each is looked at where the reader was, and one key leads back. */
export class Walk {
  /** The session that is opened for good: its conversation takes the focus. */
  opening: string | undefined;
  #begun = $state.raw<Beginning>();
  /** The session that is looked at. */
  #at = $state<string>();
  readonly #api: Api;
  readonly #place: Place;
  readonly #said: Said;
  readonly #reader: () => Reader | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param reader the conversation with the focus, where one is read */
  constructor(api: Api, place: Place, said: Said, reader: () => Reader | undefined) {
    this.#api = api;
    this.#place = place;
    this.#said = said;
    this.#reader = reader;
  }

  /** Whether a hit is looked at, and nothing else was opened since. */
  get active(): boolean {
    const { where } = this.#place;
    return this.#begun !== undefined && where.at === 'session' && where.sid === this.#at;
  }

  /** The keys stand on a session: it is shown when they rest. `back` is kept from the first one on. */
  over(sid: string, back: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const group = this.#said.groups.find(({ session }) => session.id === sid);
      if (!group) return;
      if (!this.active) this.#begun = { address: this.#place.address, back };
      this.#show(group, group.hits[0]?.turn);
    }, rest);
  }

  /** Opens a session for good, at the hit that is looked at, else at its best one. */
  open({ session, hits }: SearchGroup): void {
    clearTimeout(this.#timer);
    const { where } = this.#place;
    const here = this.active && where.at === 'session' && where.sid === session.id;
    const turn = here ? where.turn : hits[0]?.turn;
    if (this.active && this.#begun) this.#place.goTo(this.#begun.address);
    this.#begun = undefined;
    this.opening = session.id;
    this.#place.go({ at: 'session', sid: session.id, tab: 'transcript', turn });
  }

  /** Back to how everything stood, but for words typed since. False where nothing was looked at. */
  leave(): boolean {
    clearTimeout(this.#timer);
    const begun = this.active ? this.#begun : undefined;
    this.#begun = undefined;
    if (!begun) return false;
    const { filter } = this.#place;
    this.#place.goTo(begun.address);
    if (this.#place.filter !== filter) this.#place.narrow(filter);
    begun.back();
    return true;
  }

  /** The hit before or behind, on into the session before or behind. */
  async step(by: 1 | -1): Promise<void> {
    clearTimeout(this.#timer);
    const { groups } = this.#said;
    const reader = this.#reader();
    if (reader?.step(by, groups.length === 0)) return;
    const from = groups.findIndex(({ session }) => session.id === reader?.sid);
    if (by > 0 && from === groups.length - 1) await this.#said.loadMore();
    const group = this.#said.groups[from < 0 ? 0 : from + by];
    if (group) this.#show(group, await this.#edge(group, by));
  }

  #show({ session }: SearchGroup, turn: number | undefined): void {
    this.#at = session.id;
    this.#place.go({ at: 'session', sid: session.id, tab: 'transcript', turn }, 'replace');
  }

  /** The first turn of a session that matches, or the last one. */
  async #edge({ session, hits }: SearchGroup, by: 1 | -1): Promise<number | undefined> {
    const query = searchQuery(this.#place.filter);
    const best = hits[0]?.turn;
    if (!query) return best;
    try {
      const asked = { ...query, sid: session.id };
      const found = (await this.#api.get<SessionHits>('/api/search/hits', asked)).hits;
      return (by > 0 ? found[0] : found.at(-1))?.turn ?? best;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      return best;
    }
  }
}

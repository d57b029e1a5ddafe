import type { Api } from '../net/api';
import type { EventPage } from '../protocol/journal';
import { mapOf } from './sets';

const page = 500;
/** The most pages worth waiting for, for a few more bars. */
const mostPages = 20;

/** When something was changed, from the end of the journal backwards, as deep as it was read. */
export class Moments {
  #bySeq = $state.raw<ReadonlyMap<number, number>>(mapOf());
  /** Oldest first. */
  readonly times = $derived([...this.#bySeq.values()].sort((a, b) => a - b));
  #next: number | null | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Again from the end: what was read before stays. */
  async refresh(): Promise<void> {
    const next = await this.#read(undefined);
    if (this.#next === undefined) this.#next = next;
  }

  /** Keeps reading until it knows what happened since then. */
  async reach(from: number): Promise<void> {
    for (let read = 0; read < mostPages && this.#next && (this.times[0] ?? Infinity) > from; read++)
      this.#next = await this.#read(this.#next);
  }

  async #read(before: number | undefined): Promise<number | null> {
    const { events, next_before_seq } = await this.#api.get<EventPage>('/api/audit', {
      limit: page,
      before_seq: before,
    });
    const found = events.filter((event) => event.category !== 'security');
    this.#bySeq = mapOf([...this.#bySeq, ...found.map((event) => [event.seq, Date.parse(event.at)] as const)]);
    return next_before_seq ?? null;
  }
}

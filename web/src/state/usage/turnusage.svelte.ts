import type { Api } from '../../net/api';
import { Refusal } from '../../net/refusal';
import { sessionPath } from '../../protocol/session';
import type { SessionUsage, SessionUsageQuery, UsageRow } from '../../protocol/usage';
import { mapOf } from '../sets';

/** Counting follows what is written by a moment. */
const again = 3_000;
/** As many turns as one answer may be about. */
const most = 1_000;
/** The last turns may have used more since they were asked about. */
const open = 30;

/** What the turns of a conversation used that are on the page, by their numbers. */
export class UsageOfTurns {
  currency = $state('USD');
  #rows = $state.raw<ReadonlyMap<number, UsageRow>>(mapOf());
  /** The turns that were asked about, the last one not included. */
  #from = 0;
  #to = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #left = false;
  readonly #api: Api;
  readonly #sid: string;

  constructor(api: Api, sid: string) {
    this.#api = api;
    this.#sid = sid;
  }

  /** Nothing where it used nothing, or is not known yet. */
  of(turn: number): UsageRow | undefined {
    return this.#rows.get(turn);
  }

  /** Asks about those of the turns that are not known, and about the last ones again. */
  show(from: number, to: number): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#show(from, to));
    return this.#underWay;
  }

  async #show(from: number, to: number): Promise<void> {
    clearTimeout(this.#timer);
    if (from > this.#to || to < this.#from) [this.#from, this.#to] = [from, from];
    if (from < this.#from && this.#to > this.#from && (await this.#ask(from, this.#from))) this.#from = from;
    const since = Math.max(from, Math.min(this.#to, to) - open);
    if (await this.#ask(since, to)) this.#to = Math.max(this.#to, to);
  }

  /** As [show], and once more in a moment: what was written just now is counted then. */
  async follow(from: number, to: number): Promise<void> {
    await this.show(from, to);
    clearTimeout(this.#timer);
    if (!this.#left) this.#timer = setTimeout(() => void this.show(from, to), again);
  }

  /** Whether there were answers; without, what is known stands. */
  async #ask(from: number, to: number): Promise<boolean> {
    const found: [number, UsageRow][] = [];
    try {
      for (let end = to; end > from; end -= most) {
        const query: SessionUsageQuery = { by: 'turn', before: end, limit: Math.min(most, end - from) };
        const { rows, currency } = await this.#api.get<SessionUsage>(sessionPath(this.#sid, '/usage'), query);
        found.push(...rows.map((row): [number, UsageRow] => [Number(row.key), row]));
        this.currency = currency;
      }
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      return false;
    }
    const others = [...this.#rows].filter(([turn]) => turn < from || turn >= to);
    this.#rows = mapOf([...others, ...found]);
    return true;
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }
}

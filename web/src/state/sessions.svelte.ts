import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { Facets, SessionPage, SessionRow, Times } from '../protocol/session';
import { orderOf, sessionQuery, type Filter } from './filter';
import { Further } from './further.svelte';
import { restOf } from './group';
import { meaningOf, type Cause } from './meaning';
import { freshened, inOrder, inPlace, placed, type Order } from './order';
import { mapOf, setOf } from './sets';
import { Zone } from './zone';

const firstPage = 100;
const furtherPage = 500;
/** As long as one is this near to the loaded beginning, that grows; else the rows are asked for by their place. */
const nearby = 60;
const noFacets: Facets = { projects: [], engines: [], folders: null, times: null, hosts: null };
const noTimes: Times = { favourites: 0, counts: [] };

/** The server's list: its beginning, kept current by live events about its rows, and pages of the rest where one looks. */
export class Sessions {
  rows = $state.raw<SessionRow[]>([]);
  total = $state(0);
  facets = $state.raw<Facets>(noFacets);
  /** Programs whose stores the server has not looked at yet: their sessions are missing. */
  looking = $state.raw<SessionPage['looking']>([]);
  /** No answer yet for this filter. */
  loading = $state(true);
  trouble = $state.raw<Refusal>();
  /** How the rows behind the loaded beginning are spread over time. */
  behind = $state.raw<Times>(noTimes);
  /** Whether the rows that are shown are ordered by time: those that wait are not. */
  byTime = $state(true);
  readonly #further = new Further((offset, limit) => this.#furtherPage(offset, limit));
  readonly #zone = new Zone();
  readonly #api: Api;
  /** A connection that hangs must not delay later requests. */
  readonly #patience: number;
  #filter: Filter | undefined;
  #shown: Promise<void> = Promise.resolve();
  #next: number | null = null;
  #asked = new AbortController();
  #underWay = 0;
  #furtherUnderWay = 0;
  /** News that arrived during a request, whose answer may be older. */
  #told: ReadonlyMap<string, { row: SessionRow; cause: Cause }> = mapOf();
  #held = false;
  /** This tab is changing something: its rows may move under the pointer, because it was asked to. */
  #own = false;
  #waiting: SessionRow[] | undefined;
  /** The rows of the rest may move as well, once nothing is held. */
  #furtherWaits: Times | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshed: Promise<void> = Promise.resolve();
  #awaitsStores = false;

  constructor(api: Api, patience = 30_000) {
    this.#api = api;
    this.#patience = patience;
  }

  /** Every row is in the loaded beginning. */
  get complete(): boolean {
    return this.#next === null;
  }

  get #length(): number {
    const { favourites, counts } = this.behind;
    return this.rows.length + favourites + counts.reduce((sum, { count }) => sum + count, 0);
  }

  rowAt(index: number): SessionRow | undefined {
    return this.rows[index] ?? this.#further.at(index);
  }

  /** The rows that are at hand, by their place. */
  *held(): Iterable<readonly [number, SessionRow]> {
    yield* this.rows.entries();
    for (const one of this.#further.held()) if (one[0] >= this.rows.length) yield one;
  }

  indexOf(id: string): number {
    const at = this.rows.findIndex((row) => row.id === id);
    return at < 0 ? (this.#further.indexOf(id) ?? -1) : at;
  }

  /** Somebody looks at these rows, or is about to: they are asked for, wherever they stand. */
  async look(from: number, to: number): Promise<void> {
    if (this.complete || to < this.rows.length - nearby) return;
    if (from <= this.rows.length + nearby && this.rows.length < furtherPage) await this.more();
    if (to >= this.rows.length) await this.#further.look(Math.max(from, this.rows.length), to, this.#length);
  }

  /** Shows another filter; the old rows stay until the new ones are there, so that nothing flashes. */
  show(filter: Filter): Promise<void> {
    if (filter === this.#filter && !this.trouble) return this.#shown;
    this.#filter = filter;
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#shown = this.#begin();
    return this.#shown;
  }

  async #begin(): Promise<void> {
    await this.#load(0, firstPage, (page) => {
      this.#waiting = undefined;
      this.#furtherWaits = undefined;
      this.#further.clear();
      this.byTime = this.#rank === inOrder;
      this.rows = page.sessions;
      this.behind = restOf(page, page.sessions);
    });
    this.loading = false;
  }

  async more(): Promise<void> {
    if (this.#next === null || this.#underWay > 0) return;
    await this.#load(this.#next, furtherPage, (page) => {
      const known = setOf(this.rows.map((row) => row.id));
      this.rows = [...this.rows, ...page.sessions.filter((row) => !known.has(row.id))];
      this.behind = restOf(page, this.#order);
    });
  }

  /** Something changed on the server: reloads soon, debounced. A person's action here is shown at once. */
  refreshSoon(own = false): void {
    this.#own ||= own;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      void this.#refreshed.then(() => {
        this.#timer = undefined;
        void this.refresh();
      });
    }, 150);
  }

  /** One at a time: an older answer must not overwrite a newer one. */
  refresh(): Promise<void> {
    this.#refreshed = this.#refreshed.then(() => this.#refresh());
    return this.#refreshed;
  }

  async #refresh(): Promise<void> {
    if (!this.#filter) return;
    const window = Math.min(Math.max(this.rows.length, firstPage), furtherPage);
    const loaded = this.#next;
    await this.#load(0, window, (page) => {
      const whole = page.next_offset === null;
      const rows = freshened(this.rows, page.sessions, whole, this.#rank);
      this.#next = whole ? null : loaded === null && rows.length >= page.total ? null : rows.length;
      this.#arrange(rows, this.#own);
      this.#arrangeRest(restOf(page, rows), this.#own);
      this.#own = false;
    });
  }

  /**
   * New facts about one row, at once. It moves when nothing is held, or at once when a person caused it
   * here; other effects on the list are asked for.
   */
  put(row: SessionRow, cause: Cause = 'facts', own = false): void {
    if (this.#underWay > 0 || this.#furtherUnderWay > 0) this.#told = mapOf([...this.#told, [row.id, { row, cause }]]);
    if (this.#filter) this.#follow(row, cause, this.#filter, own);
    if (own) this.#settle();
  }

  #follow(row: SessionRow, cause: Cause, filter: Filter, own: boolean): void {
    const { complete } = this;
    const further = this.#further.find(row.id);
    const meaning = this.trouble ? 'ask' : meaningOf({ rows: this.#order, complete, filter, further }, row, cause);
    this.#further.put(row);
    const rows = inPlace(this.#order, [row]);
    this.rows = inPlace(this.rows, [row]);
    if (this.#waiting) this.#waiting = rows;
    if (meaning === 'place') this.#arrange(placed(rows, row, this.#rank), own);
    if (meaning === 'ask') this.refreshSoon(own);
  }

  get #rank(): Order {
    return this.#filter ? orderOf(this.#filter) : inOrder;
  }

  /** The rows as they stand, or will as soon as they may move. */
  get #order(): SessionRow[] {
    return this.#waiting ?? this.rows;
  }

  /** The event of a change may arrive before its answer: its rows need not wait any more. */
  #settle(): void {
    if (this.#underWay > 0 || this.#timer !== undefined) this.#own = true;
    this.#moveOn();
  }

  remove(ids: ReadonlySet<string>): void {
    const kept = (rows: SessionRow[]) => rows.filter((row) => !ids.has(row.id));
    const counted = !this.complete || this.#underWay > 0 || kept(this.#order).length < this.#order.length;
    this.rows = kept(this.rows);
    if (this.#waiting) this.#waiting = kept(this.#waiting);
    if (counted) this.refreshSoon();
  }

  /** Programs started or ended on unloaded sessions: they may still affect the list. */
  ranElsewhere(): void {
    const ofPrograms = this.#filter?.live === true || this.#filter?.needsYou === true;
    if (ofPrograms || this.#underWay > 0 || this.trouble) this.refreshSoon();
  }

  /** How many would match the words alone, archive included: for a list that other filters have emptied. */
  async matchingWords({ words }: Filter): Promise<number> {
    const query = { q: words.trim(), archived: 'all', limit: 1 };
    return (await this.#api.get<SessionPage>('/api/sessions', query)).total;
  }

  find(id: string): SessionRow | undefined {
    return this.rows.find((row) => row.id === id) ?? this.#further.find(id);
  }

  /** While a pointer is over the list nothing moves; pending moves happen when it leaves. */
  hold(held: boolean): void {
    this.#held = held;
    if (!held) this.#moveOn();
  }

  #moveOn(): void {
    if (this.#furtherWaits) this.#arrangeRest(this.#furtherWaits, true);
    if (!this.#waiting) return;
    this.rows = this.#waiting;
    this.#waiting = undefined;
  }

  #arrangeRest(rest: Times, own: boolean): void {
    const moves = !this.#held || own || this.#further.isEmpty;
    this.#furtherWaits = moves ? undefined : rest;
    if (!moves) return;
    this.behind = rest;
    if (!this.#further.isEmpty) this.#further.renew();
  }

  #arrange(rows: SessionRow[], own: boolean): void {
    const sameOrder = rows.length === this.rows.length && rows.every((row, at) => row.id === this.rows[at]?.id);
    if (!this.#held || own || sameOrder || this.rows.length === 0) {
      this.rows = rows;
      this.#waiting = undefined;
    } else {
      this.#waiting = rows;
      this.rows = inPlace(this.rows, rows);
    }
  }

  async #load(offset: number, limit: number, take: (page: SessionPage) => void): Promise<void> {
    const filter = this.#filter;
    if (!filter) return;
    const signal = this.#asked.signal;
    const tooLong = AbortSignal.timeout(this.#patience);
    this.#underWay += 1;
    try {
      const page = await this.#page(filter, offset, limit, AbortSignal.any([signal, tooLong]));
      if (signal.aborted) return;
      this.#next = page.next_offset;
      take(page);
      this.total = page.total;
      this.facets = page.facets;
      this.looking = page.looking;
      if (!page.complete) void this.#awaitStores();
      this.trouble = undefined;
      for (const { row, cause } of this.#told.values()) this.#follow(row, cause, filter, false);
    } catch (reason) {
      if (signal.aborted) return;
      if (tooLong.aborted) this.trouble = Refusal.unreachable();
      else if (reason instanceof Refusal) this.trouble = reason;
    } finally {
      this.#underWay -= 1;
      this.#forgetTold();
    }
  }

  /** Asks again once the server has looked at every store: a store that adds nothing makes no event. */
  async #awaitStores(): Promise<void> {
    if (this.#awaitsStores) return;
    this.#awaitsStores = true;
    try {
      await this.#api.get<SessionPage>('/api/sessions', { complete: '1', limit: 1 });
      this.refreshSoon();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason; // when the connection is back, everything is asked for
    } finally {
      this.#awaitsStores = false;
    }
  }

  #page(filter: Filter, offset: number, limit: number, signal: AbortSignal): Promise<SessionPage> {
    return this.#zone.known((zone) =>
      this.#api.get<SessionPage>('/api/sessions', { ...sessionQuery(filter), offset, limit, zone }, signal),
    );
  }

  /** Rows by their place. News of the meantime is newer than the answer. */
  async #furtherPage(offset: number, limit: number): Promise<SessionRow[] | undefined> {
    const filter = this.#filter;
    if (!filter) return undefined;
    const signal = AbortSignal.any([this.#asked.signal, AbortSignal.timeout(this.#patience)]);
    this.#furtherUnderWay += 1;
    try {
      const query = { ...sessionQuery(filter), offset, limit };
      const { sessions } = await this.#api.get<SessionPage>('/api/sessions', query, signal);
      return inPlace(
        sessions,
        [...this.#told.values()].map(({ row }) => row),
      );
    } catch (reason) {
      if (!signal.aborted && !(reason instanceof Refusal)) throw reason;
      return undefined; // asked for again with the next look
    } finally {
      this.#furtherUnderWay -= 1;
      this.#forgetTold();
    }
  }

  #forgetTold(): void {
    if (this.#underWay === 0 && this.#furtherUnderWay === 0) this.#told = mapOf();
  }
}

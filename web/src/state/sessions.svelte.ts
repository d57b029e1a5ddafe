import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { Facets, SessionPage, SessionQuery, SessionRow } from '../protocol/session';
import { sessionQuery, type Filter } from './filter';
import { freshened, inPlace } from './order';
import { setOf } from './whole';

const firstPage = 100;
const furtherPage = 500;
const noFacets: Facets = { projects: [], engines: [] };

/** The list as the server tells it, page by page, kept fresh by the live events. */
export class Sessions {
  rows = $state.raw<SessionRow[]>([]);
  total = $state(0);
  facets = $state.raw<Facets>(noFacets);
  /** Nothing has been answered yet for this filter. */
  loading = $state(true);
  trouble = $state.raw<Refusal>();
  readonly #api: Api;
  /** A connection that hangs may not keep back all that is asked for after it. */
  readonly #patience: number;
  #filter: Filter | undefined;
  #shown: Promise<void> = Promise.resolve();
  #next: number | null = null;
  #asked = new AbortController();
  #busy = false;
  #held = false;
  /** A change of this tab is under way: its rows may move under the pointer, for it was asked to. */
  #own = false;
  #waiting: SessionRow[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshed: Promise<void> = Promise.resolve();

  constructor(api: Api, patience = 30_000) {
    this.#api = api;
    this.#patience = patience;
  }

  get complete(): boolean {
    return this.#next === null;
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
      this.rows = page.sessions;
    });
    this.loading = false;
  }

  async more(): Promise<void> {
    if (this.#next === null || this.#busy) return;
    await this.#load(this.#next, furtherPage, (page) => {
      const known = setOf(this.rows.map((row) => row.id));
      this.rows = [...this.rows, ...page.sessions.filter((row) => !known.has(row.id))];
    });
  }

  /** Something changed on the server: asks again soon, once for a burst. What a person did here is shown at once. */
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

  /** One after the other: an answer that was given earlier may not arrive over a later one. */
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
      const rows = freshened(this.rows, page.sessions, whole);
      this.#next = whole ? null : loaded === null && rows.length >= page.total ? null : rows.length;
      this.#arrange(rows);
      this.#own = false;
    });
  }

  /** New facts about one row, at once and in its place. */
  put(row: SessionRow): void {
    this.rows = inPlace(this.rows, [row]);
  }

  remove(ids: ReadonlySet<string>): void {
    this.rows = this.rows.filter((row) => !ids.has(row.id));
  }

  /** How many would match the words alone, archive included: for a list that other filters have emptied. */
  async matchingWords({ words }: Filter): Promise<number> {
    const query = { q: words.trim(), archived: 'all', limit: 1 };
    return (await this.#api.get<SessionPage>('/api/sessions', query)).total;
  }

  find(id: string): SessionRow | undefined {
    return this.rows.find((row) => row.id === id);
  }

  /** While a pointer is over the list nothing moves; what should have moved does so when it leaves. */
  hold(held: boolean): void {
    this.#held = held;
    if (held || !this.#waiting) return;
    this.rows = this.#waiting;
    this.#waiting = undefined;
  }

  #arrange(rows: SessionRow[]): void {
    const sameOrder = rows.length === this.rows.length && rows.every((row, at) => row.id === this.rows[at]?.id);
    if (!this.#held || this.#own || sameOrder || this.rows.length === 0) this.rows = rows;
    else {
      this.#waiting = rows;
      this.rows = inPlace(this.rows, rows);
    }
  }

  async #load(offset: number, limit: number, take: (page: SessionPage) => void): Promise<void> {
    const filter = this.#filter;
    if (!filter) return;
    const signal = this.#asked.signal;
    const tooLong = AbortSignal.timeout(this.#patience);
    this.#busy = true;
    try {
      const page = await this.#page(sessionQuery(filter), offset, limit, AbortSignal.any([signal, tooLong]));
      if (signal.aborted) return;
      this.#next = page.next_offset;
      take(page);
      this.total = page.total;
      this.facets = page.facets;
      this.trouble = undefined;
    } catch (reason) {
      if (signal.aborted) return;
      if (tooLong.aborted) this.trouble = Refusal.unreachable();
      else if (reason instanceof Refusal) this.trouble = reason;
    } finally {
      this.#busy = false;
    }
  }

  #page(query: SessionQuery, offset: number, limit: number, signal: AbortSignal): Promise<SessionPage> {
    return this.#api.get<SessionPage>('/api/sessions', { ...query, offset, limit }, signal);
  }
}

import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { Then } from '../protocol/journal';
import { sessionPath, type Facets, type SessionPage, type SessionRow } from '../protocol/session';
import { differences, existing, rowsThen, type Difference, type RowThen } from './difference';
import type { Filter } from './filter';
import { Moments } from './moments.svelte';
import { differs, facetsThen, narrowedThen, type Names } from './past';
import { iso } from '../text/when';

const day = 86_400_000;
export const spans = { day, week: 7 * day, month: 30 * day, all: 0 } as const;
export type Span = keyof typeof spans;
const wider = { day: 'week', week: 'month', month: 'all', all: 'all' } as const;

/** The list as of an earlier moment, read-only, and restoring its marks one by one. */
export class TimeTravel {
  /** The chosen moment; undefined is now. */
  at = $state<number>();
  span = $state<Span>('week');
  then = $state.raw<Then>();
  /** Only what differs. */
  differing = $state(false);
  trouble = $state.raw<Refusal>();
  #now = $state.raw<Then>();
  #all = $state.raw<SessionRow[]>([]);
  readonly differences = $derived<Difference[]>(
    this.then && this.#now ? existing(differences(this.then, this.#now), this.#all, this.then.at) : [],
  );
  readonly #whole = $derived<RowThen[]>(this.then ? rowsThen(this.#all, this.then, this.differences) : []);
  /** What the filters leave of it, but for the one on differences. */
  readonly #narrowed = $derived.by(() => narrowedThen(this.#whole, this.#filter(), false, this.#names));
  readonly rows = $derived<RowThen[]>(this.differing ? this.#narrowed.filter(differs) : this.#narrowed);
  readonly facets = $derived.by<Facets>(() => facetsThen(this.rows, this.#names));
  readonly differingCount = $derived(this.#narrowed.filter(differs).length);
  /** Sessions of then, whatever the filters leave. */
  readonly total = $derived(this.#whole.filter((row) => !row.archived && !row.snoozed).length);
  readonly #api: Api;
  readonly #filter: () => Filter;
  readonly #names: Names;
  readonly #moments: Moments;
  #stepped: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, filter: () => Filter, names: Names) {
    this.#api = api;
    this.#filter = filter;
    this.#names = names;
    this.#moments = new Moments(api);
  }

  /** When something was changed, oldest first. */
  get times(): number[] {
    return this.#moments.times;
  }

  get active(): boolean {
    return this.at !== undefined && this.then !== undefined;
  }

  from(now: number): number {
    const first = this.times[0] ?? now - day;
    return this.span === 'all' ? first - 60_000 : now - spans[this.span];
  }

  /** As it stood then, if it did. */
  findRow(sid: string): SessionRow | undefined {
    return this.#whole.find((row) => row.id === sid) ?? this.#all.find((row) => row.id === sid);
  }

  async begin(): Promise<void> {
    await this.#try(async () => {
      await this.#moments.refresh();
      await this.#moments.reach(this.from(Date.now()));
    });
  }

  /** Another width of the window; a moment outside it is clamped to its edge. */
  async choose(span: Span, now: number): Promise<void> {
    this.span = span;
    const from = this.from(now);
    if (this.at !== undefined && this.at < from) this.look(from);
    await this.#try(() => this.#moments.reach(span === 'all' ? 0 : from));
  }

  /** Shows a moment; debounces a quick series of them, and keeps the last good one until then. */
  look(at: number | undefined): void {
    clearTimeout(this.#timer);
    this.at = at;
    if (at === undefined) {
      this.then = undefined;
      return;
    }
    this.#timer = setTimeout(() => void this.#look(at), 90);
  }

  /** Moves to the change before or after, for the arrow keys; each press continues from the last target. */
  step(by: 1 | -1, now: number): Promise<void> {
    this.#stepped = this.#stepped.catch(() => undefined).then(() => this.#step(by, now));
    return this.#stepped;
  }

  /** The window grows when the change is outside. From now on, the latest changes have to be asked for. */
  async #step(by: 1 | -1, now: number): Promise<void> {
    if (this.at === undefined) await this.#try(() => this.#moments.refresh());
    const here = this.at ?? Infinity;
    const before = () => this.times.findLast((time) => time < here);
    if (by < 0 && before() === undefined) await this.#try(() => this.#moments.reach(0));
    const found = by < 0 ? before() : this.times.find((time) => time > here);
    while (found !== undefined && this.span !== 'all' && found < this.from(now)) this.span = wider[this.span];
    this.look(found ?? (by > 0 ? undefined : this.at));
  }

  leave(): void {
    this.look(undefined);
    this.differing = false;
    this.#all = [];
  }

  async bringBack({ sid, mark, then }: Difference): Promise<void> {
    const verb = (on: boolean, yes: string, no: string) => this.#api.post(sessionPath(sid, on ? yes : no));
    if (mark === 'title') await this.#api.post(sessionPath(sid, '/rename'), { title: then.title ?? '' });
    else if (mark === 'sticky') await verb(then.sticky, '/favorite', '/unfavorite');
    else if (mark === 'archived') await verb(then.archived ?? false, '/archive', '/unarchive');
    else if (mark === 'snoozed' && then.snoozed)
      await this.#api.post(sessionPath(sid, '/snooze'), { until: then.snoozed_until });
    else if (mark === 'snoozed') await this.#api.post(sessionPath(sid, '/wake'));
    else await this.#api.patch(sessionPath(sid, '/metadata'), { project_id: then.project_id });
  }

  async refresh(): Promise<void> {
    await this.begin();
    if (this.at !== undefined) await this.#look(this.at);
  }

  async #look(at: number): Promise<void> {
    await this.#try(async () => {
      const [then, now] = await Promise.all([this.#stood(at), this.#stood(Date.now()), this.#loadAll()]);
      if (at === this.at) [this.then, this.#now] = [then, now];
    });
  }

  #stood(at: number): Promise<Then> {
    return this.#api.get<Then>('/api/metadata', { at: iso(at) });
  }

  async #loadAll(): Promise<void> {
    if (this.#all.length > 0) return;
    const rows: SessionRow[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page: SessionPage = await this.#api.get('/api/sessions', { archived: 'all', limit: 500, offset });
      rows.push(...page.sessions);
      offset = page.next_offset;
    }
    this.#all = rows;
  }

  async #try(step: () => Promise<void>): Promise<void> {
    try {
      await step();
      this.trouble = undefined;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = reason;
    }
  }
}

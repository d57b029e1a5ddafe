import { Refusal } from '../../net/refusal';
import type { Usage, UsageLive, UsageNow, UsageQuery, UsageRow } from '../../protocol/usage';
import type { App } from '../app.svelte';
import type { Filter } from '../filter';
import { dayIn, periodsOf, type Period, type UsageSpan } from './calendar';
import { chosenBy, inOrder, pressed, usualOrder, type Column, type Order } from './order';
import { barsOf, sumOf, type Bar, type Measure } from './sums';

const path = '/api/usage';
/** Lines of the table that are drawn at most, and projects. */
const most = 1_000;
/** Lines of the table that are asked for at first. */
const few = 100;

/** What the page of usage shows: a span of days or months, one of them chosen or none, and what runs now. */
export class UsagePage {
  span = $state<UsageSpan>('30d');
  measure = $state<Measure>('cost');
  /** The key of the bar that everything below it is about. */
  chosen = $state<string>();
  order = $state.raw<Order>(usualOrder);
  bars = $state.raw<Bar[]>([]);
  sessions = $state.raw<Usage>();
  projects = $state.raw<Usage>();
  now = $state.raw<UsageNow>();
  trouble = $state.raw<Refusal>();
  loading = $state(true);
  /** The server's: by it days begin. */
  #zone = $state<string>();
  readonly #app: App;
  #asked = 0;
  #lines = few;

  constructor(app: App) {
    this.#app = app;
  }

  get today(): string {
    return dayIn(this.#zone, this.#app.clock.now);
  }

  get #filter(): Pick<Filter, 'engines' | 'project'> {
    return this.#app.place.filter;
  }

  get filtered(): boolean {
    return this.#filter.engines.length > 0 || this.#filter.project !== undefined;
  }

  get currency(): string {
    return this.sessions?.currency ?? this.now?.currency ?? 'USD';
  }

  readonly sum = $derived(sumOf(this.bars.map(({ counts }) => counts)));

  /** Of the sessions' table, as it is sorted. */
  readonly rows = $derived(inOrder(this.sessions?.rows ?? [], this.order, (row, column) => this.nameOf(row, column)));

  /** What runs, as far as it is looked at, the fastest first. */
  readonly live = $derived.by(() => {
    const { engines, project } = this.#filter;
    const isMeant = (one: UsageLive) =>
      (engines.length === 0 || engines.includes(one.engine)) &&
      (project === undefined || project === (one.project ?? 'none'));
    return (this.now?.live ?? [])
      .filter(isMeant)
      .toSorted((a, b) => b.tokens_per_minute - a.tokens_per_minute || b.tokens_hour - a.tokens_hour);
  });

  nameOf(row: UsageRow, column: 'session' | 'project'): string {
    return column === 'session' ? (row.label ?? '') : (this.#app.projects.find(row.project)?.name ?? '');
  }

  /** Another span; what was chosen in the one before is not in it. */
  async show(span: UsageSpan): Promise<void> {
    if (span !== this.span) [this.chosen, this.bars] = [undefined, []];
    this.span = span;
    await this.load();
  }

  async choose(key: string | undefined): Promise<void> {
    this.chosen = key;
    await this.#latest(async (isLatest) => {
      const below = await this.#below(periodsOf(this.span, this.today));
      if (isLatest()) [this.sessions, this.projects] = below;
    });
  }

  /** Where the server has more rows than it sent, it chooses them by the new order. */
  async sortBy(by: Column, up?: boolean): Promise<void> {
    const before = this.order;
    this.order = up === undefined ? pressed(before, by) : { by, up };
    const { count = 0, rows = [] } = this.sessions ?? {};
    if (count <= rows.length) return;
    const isWider = this.#widen();
    if (isWider || chosenBy(before) !== chosenBy(this.order)) await this.choose(this.chosen);
  }

  /** As many sessions as may be listed, where fewer are. */
  async showAll(): Promise<void> {
    const { count = 0, rows = [] } = this.sessions ?? {};
    if (count > rows.length && this.#widen()) await this.choose(this.chosen);
  }

  /** How many sessions are listed when all are. */
  get listed(): number {
    return Math.min(this.sessions?.count ?? 0, most);
  }

  #widen(): boolean {
    const isWider = this.#lines < most;
    this.#lines = most;
    return isWider;
  }

  async load(): Promise<void> {
    await this.#latest(async (isLatest) => {
      const { today, span } = this;
      const periods = periodsOf(span, today);
      const [bars, below] = await Promise.all([this.#bars(periods), this.#below(periods)]);
      if (!isLatest()) return;
      this.#zone = below[0].zone;
      if (this.today !== today) {
        await this.load(); // it is another day there
        return;
      }
      this.bars = bars;
      [this.sessions, this.projects] = below;
    });
  }

  /** What runs changes by the minute; without an answer the last one stands. */
  async look(): Promise<void> {
    try {
      this.now = await this.#app.api.get<UsageNow>(`${path}/now`);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  async #bars(periods: readonly Period[]): Promise<Bar[]> {
    if (this.span !== '12m') {
      const { rows } = await this.#ask({ by: 'day', ...around(periods) });
      return barsOf(periods, rows);
    }
    // Sessions of several days are counted once only where a month is asked for as one.
    return Promise.all(
      periods.map(async (period) => {
        const { total, sessions } = await this.#ask({ by: 'engine', limit: 1, from: period.from, to: period.to });
        return { ...period, counts: sessions > 0 ? total : undefined, sessions };
      }),
    );
  }

  #below(periods: readonly Period[]): Promise<[Usage, Usage]> {
    const chosen = periods.find(({ key }) => key === this.chosen);
    const time = around(chosen ? [chosen] : periods);
    return Promise.all([
      this.#ask({ by: 'session', sort: chosenBy(this.order), limit: this.#lines, ...time }),
      this.#ask({ by: 'project', limit: most, ...time }),
    ]);
  }

  #ask(query: UsageQuery): Promise<Usage> {
    const { engines, project } = this.#filter;
    return this.#app.api.get<Usage>(path, {
      ...query,
      ...(engines.length > 0 ? { engine: engines.join(',') } : {}),
      ...(project === undefined ? {} : { project }),
    });
  }

  /** The answer to an older question is not shown any more. */
  async #latest(step: (isLatest: () => boolean) => Promise<void>): Promise<void> {
    const asked = ++this.#asked;
    const isLatest = () => asked === this.#asked;
    try {
      await step(isLatest);
      if (isLatest()) this.trouble = undefined;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (isLatest()) this.trouble = reason;
    } finally {
      if (isLatest()) this.loading = false;
    }
  }
}

function around(periods: readonly Period[]): { from: string; to: string } {
  return { from: periods.at(0)?.from ?? '', to: periods.at(-1)?.to ?? '' };
}

import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { EventPage, JournalEvent, Then } from '../protocol/journal';
import { sessionPath, type SessionPage, type SessionRow } from '../protocol/session';
import { differences, existing, rowsThen, type Difference, type RowThen } from './difference';
import { iso } from '../text/when';

const day = 86_400_000;
export const spans = { day, week: 7 * day, month: 30 * day, all: 0 } as const;
export type Span = keyof typeof spans;

/** The list as it stood at an earlier moment, read-only, and the way back from there mark by mark. */
export class TimeTravel {
  /** The moment that is looked at; undefined is now. */
  at = $state<number>();
  span = $state<Span>('week');
  then = $state.raw<Then>();
  trouble = $state.raw<Refusal>();
  events = $state.raw<JournalEvent[]>([]);
  #now = $state.raw<Then>();
  #all = $state.raw<SessionRow[]>([]);
  readonly times = $derived(this.events.map((event) => Date.parse(event.at)).sort((a, b) => a - b));
  readonly differences = $derived<Difference[]>(
    this.then && this.#now ? existing(differences(this.then, this.#now), this.#all, this.then.at) : [],
  );
  readonly rows = $derived<RowThen[]>(this.then ? rowsThen(this.#all, this.then, this.differences) : []);
  readonly #api: Api;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  get active(): boolean {
    return this.at !== undefined && this.then !== undefined;
  }

  from(now: number): number {
    const first = this.times[0] ?? now - day;
    return this.span === 'all' ? first - 60_000 : now - spans[this.span];
  }

  findRow(sid: string): SessionRow | undefined {
    return this.#all.find((row) => row.id === sid);
  }

  async begin(): Promise<void> {
    await this.#try(async () => {
      const page = await this.#api.get<EventPage>('/api/audit', { limit: 500 });
      this.events = page.events.filter((event) => event.category !== 'security');
    });
  }

  /** Looks at a moment; asks once for a quick series of them, and keeps the last good one until then. */
  look(at: number | undefined): void {
    clearTimeout(this.#timer);
    this.at = at;
    if (at === undefined) {
      this.then = undefined;
      return;
    }
    this.#timer = setTimeout(() => void this.#look(at), 90);
  }

  /** To the change before or after, as the arrow keys go. */
  step(by: 1 | -1, now: number): void {
    const here = this.at ?? now;
    const found = by < 0 ? this.times.findLast((time) => time < here) : this.times.find((time) => time > here);
    this.look(found ?? (by > 0 ? undefined : this.at));
  }

  leave(): void {
    this.look(undefined);
    this.#all = [];
  }

  async bringBack({ sid, mark, then }: Difference): Promise<void> {
    const verb = (on: boolean, yes: string, no: string) => this.#api.post(sessionPath(sid, on ? yes : no));
    if (mark === 'title') await this.#api.post(sessionPath(sid, '/rename'), { title: then.title ?? '' });
    else if (mark === 'sticky') await verb(then.sticky, '/favorite', '/unfavorite');
    else if (mark === 'archived') await verb(then.archived ?? false, '/archive', '/unarchive');
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

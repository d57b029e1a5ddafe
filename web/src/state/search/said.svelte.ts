import { withQuery, type Api, type Query } from '../../net/api';
import { Refusal } from '../../net/refusal';
import type { SearchGroup, SearchResult, SimilarSessions } from '../../protocol/search';
import { sessionPath, type SessionRow } from '../../protocol/session';
import { t } from '../../text';
import type { Filter } from '../filter';
import type { Cause } from '../meaning';
import type { Listed } from '../news';
import { mapOf, setOf } from '../sets';
import { searchQuery } from './query';

const page = 20;
/** As many as somebody may want to look through; who wants others adds a word. */
export const mostGroups = 200;

const searchPath = '/api/search';

interface Request {
  path: string;
  query: Query;
  words: string;
}

/** What a result says of itself. */
export type Facts = Omit<SearchResult, 'groups' | 'next_cursor'>;

interface Answer {
  groups: readonly SearchGroup[];
  next: string | null;
  facts: Facts | undefined;
}

/** The sessions in which the list's words were said, or that are like another one: the best first, a bounded number. */
export class Said implements Listed {
  groups = $state.raw<readonly SearchGroup[]>([]);
  /** Nothing while there is no answer, and for what has no figures. */
  facts = $state.raw<Facts>();
  loading = $state(false);
  trouble = $state.raw<Refusal>();
  /** The session whose like are shown. */
  liked = $state.raw<SessionRow>();
  /** The query that the trouble is about. */
  asked = $state('');
  #next = $state.raw<string | null>(null);
  readonly #api: Api;
  readonly #overFleet: () => boolean;
  #request: Request | undefined;
  #abort = new AbortController();
  #shown: Promise<void> = Promise.resolve();
  #again: ReturnType<typeof setTimeout> | undefined;

  /** `overFleet`: whether there are other hosts to ask. */
  constructor(api: Api, overFleet: () => boolean = () => false) {
    this.#api = api;
    this.#overFleet = overFleet;
  }

  /** Whether there are more, and room for them. */
  get more(): boolean {
    return this.#next !== null && this.groups.length < mostGroups;
  }

  /** There are more, and no room for them. */
  get full(): boolean {
    return this.#next !== null && this.groups.length >= mostGroups;
  }

  /** Search is switched off. */
  get off(): boolean {
    return this.trouble?.code === 'disabled';
  }

  /** What keeps the result from being all there is, in words. */
  get limits(): string {
    const { facts } = this;
    if (!facts) return '';
    const partly = facts.indexed < facts.of ? t.search.partly(facts.indexed, facts.of) : '';
    return [partly, facts.bounded ?? '', silent(facts)].filter(Boolean).join(' · ');
  }

  /** Done when the answer is there. */
  get shown(): Promise<void> {
    return this.#shown;
  }

  /** What was found for other words stays until the answer is there, so that nothing flashes. */
  show(filter: Filter): Promise<void> {
    const request = requestOf(filter);
    if (same(request, this.#request)) return this.#shown;
    // Switched off: only news of it is a reason to ask again.
    if (this.off && request && this.#request) return this.#shown;
    if (!request || request.path !== this.#request?.path) this.#forget();
    this.#request = request;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#shown = request ? this.#load(request, page, (found) => [...found]) : Promise.resolve();
    if (filter.like !== undefined) void this.#know(filter.like);
    return this.#shown;
  }

  async loadMore(): Promise<void> {
    const request = this.#request;
    const cursor = this.#next;
    if (!request || cursor === null || this.loading || !this.more) return;
    await this.#load({ ...request, query: { ...request.query, cursor } }, page, (found) => {
      const known = setOf(this.groups.map(({ session }) => session.id));
      return [...this.groups, ...found.filter(({ session }) => !known.has(session.id))].slice(0, mostGroups);
    });
  }

  /**
   * The index grew, is built again, or search was switched: the answer may be another one. What is shown keeps its
   * place. `ready`: nothing is missing in the index now.
   */
  async heard(ready: boolean): Promise<void> {
    const request = this.#request;
    if (!request || this.loading || this.#unreadable || (ready && this.facts?.complete)) return;
    await this.#refresh(request);
  }

  /** How many sessions say the words whatever else the list is filtered by. */
  async withoutFilters({ words }: Filter): Promise<number> {
    const query = { q: words.trim(), archived: 'all', snoozed: 'all', limit: 1 };
    return (await this.#api.get<SearchResult>('/api/search', query)).sessions;
  }

  find(id: string): SessionRow | undefined {
    return this.groups.find(({ session }) => session.id === id)?.session;
  }

  put(row: SessionRow, _cause?: Cause, own = false): void {
    const known = this.find(row.id);
    if (!known) return;
    this.groups = this.groups.map((group) => (group.session.id === row.id ? { ...group, session: row } : group));
    if (own || known.archived !== row.archived || known.snoozed !== row.snoozed) this.refreshSoon();
  }

  remove(ids: ReadonlySet<string>): void {
    if (this.groups.some(({ session }) => ids.has(session.id)))
      this.groups = this.groups.filter(({ session }) => !ids.has(session.id));
  }

  ranElsewhere(): void {
    // What a program does changes nothing of what was said.
  }

  refreshSoon(): void {
    if (!this.#request || this.#again !== undefined) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      // Words that cannot be read stay so; that search is on again is heard.
      if (this.#request && !this.off && !this.#unreadable) void this.#refresh(this.#request);
    }, 150);
  }

  get #unreadable(): boolean {
    return this.trouble?.code === 'bad_query';
  }

  /** The result is about it and does not hold it. */
  async #know(sid: string): Promise<void> {
    const { signal } = this.#abort;
    try {
      const row = await this.#api.get<SessionRow>(sessionPath(sid), {}, signal);
      if (!signal.aborted) this.liked = row;
    } catch (reason) {
      if (!signal.aborted && !(reason instanceof Refusal)) throw reason; // it is called by its id
    }
  }

  #refresh(request: Request): Promise<void> {
    const limit = Math.min(Math.max(this.groups.length, page), 100);
    return this.#load(request, limit, (found) => inPlace(this.groups, found));
  }

  #forget(): void {
    this.groups = [];
    this.facts = undefined;
    this.liked = undefined;
    this.trouble = undefined;
    this.#next = null;
    this.loading = false;
  }

  async #load(
    request: Request,
    limit: number,
    take: (found: readonly SearchGroup[]) => readonly SearchGroup[],
  ): Promise<void> {
    const { signal } = this.#abort;
    this.loading = true;
    try {
      const overFleet = request.path === searchPath && this.#overFleet();
      if (!overFleet || request.query['cursor'] === undefined) {
        const { groups, next, facts } = await this.#ask(request, limit, signal);
        if (signal.aborted) return;
        if (!overFleet || this.groups.length === 0) this.groups = take(groups);
        this.facts = facts;
        this.#next = next;
        this.trouble = undefined;
      }
      if (overFleet) await this.#askFleet(request, limit, signal, take);
    } catch (reason) {
      if (signal.aborted) return;
      if (!(reason instanceof Refusal)) throw reason;
      this.#forget();
      this.asked = request.words;
      this.trouble = reason;
    } finally {
      if (!signal.aborted) this.loading = false;
    }
  }

  /** What this host has found is shown at once; what others have found joins it. */
  async #askFleet(
    request: Request,
    limit: number,
    signal: AbortSignal,
    take: (found: readonly SearchGroup[]) => readonly SearchGroup[],
  ): Promise<void> {
    const over = { ...request, query: { ...request.query, fleet: '1' } };
    const { groups, next, facts } = await this.#ask(over, limit, signal);
    if (signal.aborted) return;
    this.groups = take(groups);
    this.facts = facts;
    this.#next = next;
  }

  async #ask({ path, query }: Request, limit: number, signal: AbortSignal): Promise<Answer> {
    const asked = { ...query, limit };
    if (path !== searchPath) {
      const { groups } = await this.#api.get<SimilarSessions>(path, asked, signal);
      return { groups, next: null, facts: undefined };
    }
    const { groups, next_cursor: next, ...facts } = await this.#api.get<SearchResult>(path, asked, signal);
    return { groups, next, facts };
  }
}

/** The hosts that did not answer, in words. */
function silent({ hosts }: Facts): string {
  const named = (states: readonly string[]) =>
    (hosts ?? []).filter(({ state }) => states.includes(state)).map(({ host }) => host);
  const late = named(['late', 'failed', 'offline']);
  const denied = named(['denied']);
  return [
    late.length > 0 ? t.search.silent(late.join(', ')) : '',
    denied.length > 0 ? t.search.denied(denied.join(', ')) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function requestOf(filter: Filter): Request | undefined {
  if (filter.like !== undefined) return { path: sessionPath(filter.like, '/similar'), query: {}, words: '' };
  const query = searchQuery(filter);
  return query && { path: searchPath, query: { ...query }, words: query.q };
}

function same(one: Request | undefined, other: Request | undefined): boolean {
  return one === other || (!!one && !!other && withQuery(one.path, one.query) === withQuery(other.path, other.query));
}

/** New facts in the old places; what is gone goes, and what is new stands behind. */
function inPlace(old: readonly SearchGroup[], found: readonly SearchGroup[]): SearchGroup[] {
  const fresh = mapOf(found.map((group) => [group.session.id, group] as const));
  const known = setOf(old.map(({ session }) => session.id));
  return [
    ...old.flatMap(({ session }) => fresh.get(session.id) ?? []),
    ...found.filter(({ session }) => !known.has(session.id)),
  ];
}

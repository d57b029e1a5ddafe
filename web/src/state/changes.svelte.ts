import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { AuditQuery, EventPage, JournalEvent } from '../protocol/journal';

const usualPage = 100;

/** A part of the journal, newest first: of one session, or of everything under some filters. */
export class Changes {
  events = $state.raw<JournalEvent[]>([]);
  loading = $state(true);
  trouble = $state.raw<Refusal>();
  /** Of another host: what its projects are called there. */
  projects = $state.raw<Readonly<Record<string, string>>>({});
  #next = $state<number | null>(null);
  readonly #api: Api;
  readonly #path: string;
  readonly #pageOf: number;
  #query: AuditQuery = {};

  constructor(api: Api, path = '/api/audit', pageOf = usualPage) {
    this.#api = api;
    this.#path = path;
    this.#pageOf = pageOf;
  }

  get complete(): boolean {
    return this.#next === null;
  }

  async show(query: AuditQuery = {}): Promise<void> {
    this.#query = query;
    await this.#load({}, (page) => page.events);
  }

  async older(): Promise<void> {
    if (this.#next !== null) await this.#load({ before_seq: this.#next }, (page) => [...this.events, ...page.events]);
  }

  async #load(more: AuditQuery, joined: (page: EventPage) => JournalEvent[]): Promise<void> {
    const query = this.#query;
    try {
      const page = await this.#api.get<EventPage>(this.#path, { limit: this.#pageOf, ...query, ...more });
      if (query !== this.#query) return;
      this.events = joined(page);
      this.projects = { ...this.projects, ...page.projects };
      this.#next = page.next_before_seq ?? null;
      this.trouble = undefined;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = reason;
    } finally {
      this.loading = false;
    }
  }
}

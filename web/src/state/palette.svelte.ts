import { Refusal } from '../net/refusal';
import type { SearchGroup, SearchResult } from '../protocol/search';
import type { SessionPage, SessionRow } from '../protocol/session';
import type { App } from './app.svelte';
import { mapOf } from './sets';
import { plain } from './words';

/** Appearance for sessions on the server while somebody types; what comes late is dropped. */
export class SessionSearch {
  rows = $state.raw<SessionRow[]>([]);
  /** Sessions in which the words were said. */
  groups = $state.raw<readonly SearchGroup[]>([]);
  searching = $state(false);
  #off = false;
  readonly #app: App;
  #asked = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.rows = app.live.rows.slice(0, 6);
  }

  /** Before anything is typed: what waits, then the newest; the session that is open needs no way to it. */
  #first(newest: readonly SessionRow[]): SessionRow[] {
    const { live, place } = this.#app;
    const open = place.where.at === 'session' ? place.where.sid : undefined;
    const known = mapOf([...live.waiting, ...newest].map((row) => [row.id, row] as const));
    return [...known.values()].filter(({ id }) => id !== open).slice(0, 6);
  }

  look(words: string): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const q = words.trim();
    // What the words before found and these do not goes at once: Enter must not open it.
    if (q) this.rows = this.rows.filter((row) => fits(nameOf(row), q));
    this.#timer = setTimeout(
      () => {
        void this.#look(q, signal);
        this.#timer = setTimeout(() => void this.#lookIntoConversations(q, signal), words ? 60 : 0);
      },
      words ? 60 : 0,
    );
  }

  /** What cannot be read yet, or asked, finds nothing: the list says why. */
  async #lookIntoConversations(q: string, signal: AbortSignal): Promise<void> {
    if (!q || this.#off) {
      this.groups = [];
      return;
    }
    try {
      const query = { q, limit: 5, archived: 'all', snoozed: 'all' };
      const { groups } = await this.#app.api.get<SearchResult>('/api/search', query, signal);
      if (!signal.aborted) this.groups = groups;
    } catch (reason) {
      if (signal.aborted) return;
      if (!(reason instanceof Refusal)) throw reason;
      this.#off = reason.code === 'disabled';
      this.groups = [];
    }
  }

  /** Nobody types any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#asked.abort();
  }

  async #look(q: string, signal: AbortSignal): Promise<void> {
    const slow = setTimeout(() => (this.searching = !signal.aborted), 200);
    try {
      const query = { limit: 6, archived: 'all', ...(q ? { q } : {}) };
      const page = await this.#app.api.get<SessionPage>('/api/sessions', query, signal);
      if (!signal.aborted) this.rows = q ? page.sessions : this.#first(page.sessions);
    } catch (reason) {
      if (!signal.aborted)
        await this.#app.attempt(() => Promise.reject(reason instanceof Error ? reason : new Error()));
    } finally {
      clearTimeout(slow);
      if (!signal.aborted) this.searching = false;
    }
  }
}

/** What somebody calls a session by. */
function nameOf({ title, first_message, cwd, branch }: SessionRow): string {
  return [title, first_message, cwd, branch].filter(Boolean).join(' ');
}

/** Whether every word is somewhere in a label. */
export function fits(label: string, words: string): boolean {
  const text = plain(label);
  return words
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(plain(word)));
}

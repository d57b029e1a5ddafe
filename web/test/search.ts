import { Api } from '../src/net/api';
import type { SearchGroup, SearchHit, SearchResult } from '../src/protocol/search';
import { row } from './server';

export function hit(turn: number, change: Partial<SearchHit> = {}): SearchHit {
  return { turn, role: 'assistant', at: null, tool: null, snippet: 'the cart', ranges: [[4, 8]], score: 1, ...change };
}

export function group(number: number, ...turns: number[]): SearchGroup {
  return { session: row(number), hits: turns.map((turn) => hit(turn)), more: 0 };
}

export function result(groups: SearchGroup[], change: Partial<SearchResult> = {}): SearchResult {
  return {
    groups,
    sessions: groups.length,
    hits: groups.reduce((sum, { hits, more }) => sum + hits.length + more, 0),
    kinds: { user: 0, assistant: 1, tool: 0, edit: 0, system: 0 },
    facets: { engines: [], projects: [] },
    complete: true,
    pending: 0,
    indexed: 3,
    of: 3,
    next_cursor: null,
    took_ms: 1,
    bounded: null,
    hosts: null,
    ...change,
  };
}

/** An index in memory: so many sessions for every word, two turns each, and what a test puts in its place. */
export class FakeIndex {
  readonly calls: string[] = [];
  /** How many of the calls were given up. */
  aborted = 0;
  groups: SearchGroup[];
  facts: Partial<SearchResult> = {};
  refusal: { status: number; code: string; position?: number } | undefined;
  #held: Promise<void> | undefined;
  readonly api = new Api((path, init) => this.#answer(path, init?.signal));

  constructor(groups: SearchGroup[]) {
    this.groups = groups;
  }

  /** Answers stay on the way until they are let go. */
  hold(): () => void {
    let letGo: () => void = () => undefined;
    this.#held = new Promise((resolve) => (letGo = resolve));
    return () => {
      this.#held = undefined;
      letGo();
    };
  }

  async #answer(path: string, signal: AbortSignal | null | undefined): Promise<Response> {
    this.calls.push(path);
    const answer = this.#now(new URL(path, 'http://svc'));
    if (this.#held) await Promise.race([this.#held, this.#givenUp(signal)]);
    return answer;
  }

  #now(url: URL): Response {
    const { refusal } = this;
    if (refusal) return Response.json({ title: '', detail: 'Not so.', ...refusal }, { status: refusal.status });
    if (url.pathname === '/api/search/hits') {
      const found = this.groups.find(({ session }) => session.id === url.searchParams.get('sid'))?.hits ?? [];
      const hits = found.toSorted((a, b) => a.turn - b.turn);
      return Response.json({ hits, total: hits.length, bounded: null });
    }
    if (url.pathname.endsWith('/similar')) return Response.json({ groups: this.groups });
    if (url.pathname.startsWith('/api/sessions/')) return Response.json(row(7));
    const [from, limit] = [Number(url.searchParams.get('cursor') ?? 0), Number(url.searchParams.get('limit'))];
    const next = from + limit < this.groups.length ? String(from + limit) : null;
    const whole = result(this.groups, { ...this.facts, next_cursor: next });
    return Response.json({ ...whole, groups: this.groups.slice(from, from + limit) });
  }

  #givenUp(signal: AbortSignal | null | undefined): Promise<never> {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        this.aborted += 1;
        reject(signal.reason as Error);
      });
    });
  }
}

/** A browser's window as far as a place needs it. */
export function windowAt(address: string): Window {
  const location = new URL(address, 'http://localhost');
  const go = (_state: unknown, _title: string, to: string) => {
    location.href = new URL(to, location).href;
  };
  return {
    location,
    history: { pushState: go, replaceState: go },
    matchMedia: () => ({ matches: false }),
  } as unknown as Window;
}

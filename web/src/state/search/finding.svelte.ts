import type { Api } from '../../net/api';
import { Refusal } from '../../net/refusal';
import type { SearchHit, SessionHits } from '../../protocol/search';
import type { Conversation } from '../conversation.svelte';
import type { Filter } from '../filter';
import { setOf } from '../sets';
import { matchedWords, plainWords, searchQuery } from './query';

/** After the last letter, the server is asked. */
const debounce = 120;

/**
 * What is looked for in one conversation, and in which turns it stands. The server knows the turns that are not loaded;
 * where it knows none, or is not there to be asked, the loaded ones are looked through here.
 */
export class Finding {
  words = $state('');
  /** The hit that the reader stands at. */
  turn = $state<number>();
  #found = $state.raw<SessionHits>();
  /** The words are those of the list: then only what it counts is a hit. */
  #ofList = $state(false);
  readonly turns = $derived.by(() => {
    const known = this.hits.map((hit) => hit.turn);
    if (this.#ofList && known.length > 0) return known;
    const here = this.#talk.matching(plainWords(this.words));
    return [...setOf([...known, ...here])].sort((a, b) => a - b);
  });
  /** What is marked in the texts. */
  readonly marks = $derived.by(() => [plainWords(this.words), ...matchedWords(this.hits)].join(' ').trim());
  readonly #api: Api;
  readonly #sid: string;
  readonly #talk: Conversation;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #off = false;

  constructor(api: Api, sid: string, talk: Conversation) {
    this.#api = api;
    this.#sid = sid;
    this.#talk = talk;
  }

  get hits(): readonly SearchHit[] {
    return this.#found?.hits ?? [];
  }

  /** Why not everything was looked through. */
  get bounded(): string | null {
    return this.#found?.bounded ?? null;
  }

  /** Where the reader stands among the hits; -1 between them. */
  get at(): number {
    return this.turn === undefined ? -1 : this.turns.indexOf(this.turn);
  }

  hitAt(turn: number): SearchHit | undefined {
    return this.hits.find((hit) => hit.turn === turn);
  }

  /** The words of the list, as it is filtered. */
  async take(filter: Filter): Promise<void> {
    const query = searchQuery(filter);
    this.#begin(filter.words.trim(), true);
    if (query) await this.#ask({ ...query });
  }

  /** Words that are typed into the conversation's own field. */
  type(words: string): void {
    this.turn = undefined;
    this.#begin(words, false);
    const q = words.trim();
    if (q) this.#timer = setTimeout(() => void this.#ask({ q, archived: 'all', snoozed: 'all' }), debounce);
  }

  /** The hit before or behind the reader. `around`: from the last one to the first. */
  next(by: 1 | -1, around: boolean): number | undefined {
    const { turns, turn = by > 0 ? -1 : Infinity } = this;
    const found = by > 0 ? turns.find((one) => one > turn) : turns.findLast((one) => one < turn);
    return found ?? (around ? turns.at(by > 0 ? 0 : -1) : undefined);
  }

  /** Nobody waits for an answer any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  #begin(words: string, ofList: boolean): void {
    this.end();
    this.#abort = new AbortController();
    this.words = words;
    this.#ofList = ofList;
    this.#found = undefined;
  }

  async #ask(query: Record<string, string | string[] | undefined>): Promise<void> {
    if (this.#off) return;
    const { signal } = this.#abort;
    try {
      const found = await this.#api.get<SessionHits>('/api/search/hits', { ...query, sid: this.#sid }, signal);
      if (!signal.aborted) this.#found = found;
    } catch (reason) {
      if (signal.aborted) return;
      if (!(reason instanceof Refusal)) throw reason; // what is loaded is looked through all the same
      this.#off = reason.code === 'disabled';
    }
  }
}

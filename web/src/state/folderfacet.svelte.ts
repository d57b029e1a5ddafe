import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { SessionPage } from '../protocol/session';
import { sessionQuery, type Filter } from './filter';
import { treeOf, type FolderNode } from './foldertree';

/** The folders of the list with how many sessions are in each, for as long as its menu is open. */
export class FolderFacets {
  nodes = $state.raw<FolderNode[]>([]);
  loading = $state(true);
  trouble = $state.raw<Refusal>();
  readonly #api: Api;
  #asked = new AbortController();

  constructor(api: Api) {
    this.#api = api;
  }

  /** What comes late is dropped. */
  async look(filter: Filter, words: string): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    try {
      const query = { ...sessionQuery(filter), limit: 1, folder_q: words.trim() };
      const { facets } = await this.#api.get<SessionPage>('/api/sessions', query, signal);
      if (signal.aborted) return;
      this.nodes = treeOf(facets.folders ?? []);
      this.trouble = undefined;
      this.loading = false;
    } catch (reason) {
      if (signal.aborted) return;
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = reason;
      this.loading = false;
    }
  }
}

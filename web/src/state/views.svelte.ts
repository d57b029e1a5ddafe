import type { Api } from '../net/api';
import type { SavedView, ViewChange } from '../protocol/view';
import { filterOf, queryOf, type Filter } from './filter';
import type { Place } from './place.svelte';

/** The saved views in their order, and the one that the list shows. */
export class Views {
  all = $state.raw<SavedView[]>([]);
  readonly #api: Api;
  readonly #place: Place;
  readonly #query = $derived.by(() => written(this.#place.filter));
  /** The view that was opened, also after its filter was changed; else the one with exactly this filter. */
  readonly current = $derived.by(() => {
    if (!this.#query) return undefined;
    const opened = this.all.find((view) => view.id === this.#place.view);
    return opened ?? this.all.find((view) => kept(view) === this.#query);
  });
  /** Whether the list shows something else than the view it is called by. */
  readonly changed = $derived.by(() => this.current !== undefined && kept(this.current) !== this.#query);

  constructor(api: Api, place: Place) {
    this.#api = api;
    this.#place = place;
  }

  /** Whether there is a filter that has no name. */
  get nameless(): boolean {
    return this.#query !== '' && this.current === undefined;
  }

  async load(): Promise<void> {
    this.all = (await this.#api.get<{ views: SavedView[] }>('/api/views')).views;
  }

  open({ id, query }: SavedView): void {
    this.#place.showView(id, filterOf(query));
  }

  /** A name for the filter of the list, which shows the new view from then on. */
  async create(name: string): Promise<SavedView> {
    const query = this.#query;
    const view = await this.#api.post<SavedView>('/api/views', { name, query });
    await this.load();
    // The filter may have changed meanwhile; then it stays.
    if (query === this.#query) this.#place.showView(view.id, this.#place.filter, 'replace');
    return view;
  }

  async rename({ id }: SavedView, name: string): Promise<void> {
    await this.#change(id, { name });
  }

  /** The view has the filter of the list from now on. */
  async save({ id }: SavedView): Promise<void> {
    await this.#change(id, { query: this.#query });
  }

  reset(view: SavedView): void {
    this.#place.showView(view.id, filterOf(view.query), 'replace');
  }

  async delete({ id }: SavedView): Promise<void> {
    await this.#api.delete(pathOf(id));
    await this.load();
  }

  async #change(id: string, change: ViewChange): Promise<void> {
    await this.#api.patch<SavedView>(pathOf(id), change);
    await this.load();
  }
}

function pathOf(id: string): string {
  return `/api/views/${encodeURIComponent(id)}`;
}

/** A filter as it is compared: blanks around its words say nothing. */
function written(filter: Filter): string {
  return queryOf({ ...filter, words: filter.words.trim() }).toString();
}

function kept(view: SavedView): string {
  return written(filterOf(view.query));
}

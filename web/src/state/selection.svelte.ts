import { SvelteSet } from 'svelte/reactivity';

/** The ticked rows, for bulk actions: of this host, and of those that let others organise their sessions. */
export class Selection {
  readonly ids = new SvelteSet<string>();
  #anchor: string | undefined;
  readonly #may: (id: string) => boolean;

  constructor(may: (id: string) => boolean = () => true) {
    this.#may = may;
  }

  /** The row that was ticked last: a range begins there. */
  get anchor(): string | undefined {
    return this.#anchor;
  }

  toggle(id: string): void {
    if (!this.#may(id)) return;
    if (!this.ids.delete(id)) this.ids.add(id);
    this.#anchor = id;
  }

  /** From the last ticked row to this one, as in every list. */
  extend(id: string, order: readonly string[]): void {
    const from = this.#anchor === undefined ? -1 : order.indexOf(this.#anchor);
    const to = order.indexOf(id);
    if (from < 0 || to < 0) {
      this.toggle(id);
      return;
    }
    for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) if (this.#may(one)) this.ids.add(one);
  }

  clear(): void {
    this.ids.clear();
    this.#anchor = undefined;
  }
}

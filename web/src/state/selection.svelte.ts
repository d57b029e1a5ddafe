import { SvelteSet } from 'svelte/reactivity';
import { isRemoteId } from '../protocol/session';

/** The ticked rows, for bulk actions. Those of other hosts are changed there alone, and never ticked. */
export class Selection {
  readonly ids = new SvelteSet<string>();
  #anchor: string | undefined;

  /** The row that was ticked last: a range begins there. */
  get anchor(): string | undefined {
    return this.#anchor;
  }

  toggle(id: string): void {
    if (isRemoteId(id)) return;
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
    for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) if (!isRemoteId(one)) this.ids.add(one);
  }

  clear(): void {
    this.ids.clear();
    this.#anchor = undefined;
  }
}

import { SvelteMap } from 'svelte/reactivity';

export interface Toast {
  id: number;
  text: string;
  /** `asks`: nothing has happened yet, and nothing does unless a person says so. */
  kind: 'done' | 'failed' | 'asks';
  action: { label: string; run: () => void; key?: string } | undefined;
}

const shownFor = 6_000;

/** Notifications of what happened. They disappear by themselves, except failures, which stay until they are dismissed. */
export class Toasts {
  list = $state.raw<Toast[]>([]);
  readonly #timers = new SvelteMap<number, ReturnType<typeof setTimeout>>();
  #last = 0;

  /** Returns how to take it away, for the case that it is no longer true. */
  say(text: string, action?: Toast['action']): () => void {
    // Said twice in a row it is one notice: the older one says nothing more.
    if (!action) this.list = this.list.filter((toast) => toast.action !== undefined || toast.text !== text);
    return this.#passing({ kind: 'done', text, action });
  }

  /** Offers something; without an answer the offer lapses. One of a kind: a newer one replaces it. */
  offer(text: string, action: NonNullable<Toast['action']>): void {
    for (const { id, kind, action: older } of this.list)
      if (kind === 'asks' && older?.label === action.label) this.dismiss(id);
    this.#passing({ kind: 'asks', text, action });
  }

  fail(text: string, action?: Toast['action']): void {
    if (this.list.some((toast) => toast.kind === 'failed' && toast.text === text)) return;
    this.#add({ kind: 'failed', text, action });
  }

  dismiss(id: number): void {
    this.hold(id);
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  /** Kept open by a pointer or the focus. */
  hold(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  release(id: number): void {
    if (this.list.some((toast) => toast.id === id && toast.kind !== 'failed')) this.#let(id);
  }

  #add(toast: Omit<Toast, 'id'>): number {
    this.#last += 1;
    this.list = [...this.list.slice(-3), { ...toast, id: this.#last }];
    return this.#last;
  }

  #passing(toast: Omit<Toast, 'id'>): () => void {
    const id = this.#add(toast);
    this.#let(id);
    return () => {
      this.dismiss(id);
    };
  }

  #let(id: number): void {
    this.hold(id);
    this.#timers.set(
      id,
      setTimeout(() => {
        this.dismiss(id);
      }, shownFor),
    );
  }
}

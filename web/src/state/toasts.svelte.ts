import { SvelteMap } from 'svelte/reactivity';

export interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'failed';
  action: { label: string; run: () => void; key?: string } | undefined;
}

const shownFor = 6_000;

/** Notifications of what happened. A success disappears by itself, a failure stays until it is dismissed. */
export class Toasts {
  list = $state.raw<Toast[]>([]);
  readonly #timers = new SvelteMap<number, ReturnType<typeof setTimeout>>();
  #last = 0;

  say(text: string, action?: Toast['action']): void {
    this.#let(this.#add({ kind: 'done', text, action }));
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
    if (this.list.some((toast) => toast.id === id && toast.kind === 'done')) this.#let(id);
  }

  #add(toast: Omit<Toast, 'id'>): number {
    this.#last += 1;
    this.list = [...this.list.slice(-3), { ...toast, id: this.#last }];
    return this.#last;
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

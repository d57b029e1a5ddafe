import type { Question, SettledQuestion } from '../../protocol/question';
import type { Ask } from '../ask.svelte';

/** How long a card with a receipt stays before the next question takes its place, in milliseconds. */
const own = 3_000;
const others = 6_000;

/**
 * The card that somebody is at. It stays until its question is settled and what became of it was read: whatever else is
 * asked meanwhile stands behind it.
 */
export class Deck {
  #id = $state<string>();
  /** Where it stood among the open ones: the next one stands there once it is gone. */
  #place = 0;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get id(): string | undefined {
    return this.#id;
  }

  get question(): Question | undefined {
    return this.#ask.find(this.#id);
  }

  get settled(): SettledQuestion | undefined {
    return this.question ? undefined : this.#ask.findSettled(this.#id);
  }

  /** Asked no more, and nobody remembers how that came. */
  get gone(): boolean {
    return this.#id !== undefined && this.#ask.loaded && !this.question && !this.settled;
  }

  /** Its place among the open ones, from 0; -1 where it is none of them. */
  get at(): number {
    return this.#ask.open.findIndex(({ id }) => id === this.#id);
  }

  /** To be called whenever questions came or went. */
  follow(): void {
    const { at } = this;
    if (at >= 0) this.#place = at;
    else if (this.#id === undefined) this.#id = this.#ask.open[0]?.id;
  }

  /** The card of this question, open or not. */
  show(id: string): void {
    this.#id = id;
    this.follow();
  }

  step(by: 1 | -1): void {
    const { at } = this;
    const next = this.#ask.open[at >= 0 ? at + by : by > 0 ? this.#place : this.#place - 1];
    if (next) this.show(next.id);
  }

  canStep(by: 1 | -1): boolean {
    const { at } = this;
    return this.#ask.open[at >= 0 ? at + by : by > 0 ? this.#place : this.#place - 1] !== undefined;
  }

  /** What became of it was read: the one that stands in its place is next, else the one before. */
  pass(): void {
    const { open } = this.#ask;
    this.#id = (open[this.#place] ?? open.at(-1))?.id;
    this.follow();
  }

  /** After how many milliseconds it passes by itself; an answer that was not taken waits for somebody. */
  get passesIn(): number | undefined {
    const { settled } = this;
    if (!settled) return this.gone ? others : undefined;
    if (settled.how === 'not_taken') return undefined;
    return this.#ask.mine(settled.id) === 'sent' ? own : others;
  }
}

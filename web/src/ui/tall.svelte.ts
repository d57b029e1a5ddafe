import { untrack } from 'svelte';

/** A line that is drawn: which one, and where. */
export interface Placed {
  index: number;
  start: number;
  size: number;
}

/** Where the lines of something tall stand; lines that are not at hand have the height of most. */
export interface Heights {
  readonly count: number;
  readonly total: number;
  start(index: number): number;
  size(index: number): number;
}

const none: Heights = { count: 0, total: 0, start: () => 0, size: () => 0 };

/** Lines beyond what is in sight: none in the first picture, which people wait for. */
const beyond = 8;

/** Draws only the part in sight: a hundred thousand lines cost as much as thirty. */
export class Tall {
  items = $state.raw<Placed[]>([]);
  total = $state(0);
  /** The lines in sight, the last one included. */
  from = $state(0);
  to = $state(0);
  #element: HTMLElement | undefined;
  #heights: Heights = none;
  #top = 0;
  #height = 0;
  #overscan = 0;
  #drawn: Heights | undefined;

  /** A Svelte attachment for the element that scrolls. */
  scroller = (element: HTMLElement): (() => void) => {
    this.#element = element;
    this.#height = element.clientHeight;
    const scrolled = () => {
      this.#top = element.scrollTop;
      this.#read();
    };
    const sized = new ResizeObserver(() => {
      if (element.clientHeight === this.#height) return;
      this.#height = element.clientHeight;
      this.#read();
    });
    element.addEventListener('scroll', scrolled, { passive: true });
    sized.observe(element);
    this.#read();
    return () => {
      element.removeEventListener('scroll', scrolled);
      sized.disconnect();
      this.#element = undefined;
    };
  };

  /**
   * Other lines, or the same ones with other heights: then the line at the top stays where it is. Where lines came or
   * went, `top` says which one that is now.
   */
  show(heights: Heights, top?: number): void {
    const first = this.#first();
    const within = this.#top - this.#heights.start(first);
    const stays = top ?? (heights.count === this.#heights.count ? first : undefined);
    const moves = stays !== undefined && this.#top > 0;
    this.#heights = heights;
    this.total = heights.total;
    if (moves) this.#moveTo(heights.start(stays) + Math.min(within, heights.size(stays)));
    this.#read();
    if (heights.count > 0 && this.#overscan === 0) requestAnimationFrame(this.#reachOut);
  }

  /** Scrolls as little as possible. `atTop` puts the line at the top instead. */
  reveal(index: number, atTop = false): void {
    const start = this.#heights.start(index);
    const end = start + this.#heights.size(index);
    if (atTop || start < this.#top) this.#moveTo(start);
    else if (end > this.#top + this.#height) this.#moveTo(end - this.#height);
    this.#read();
  }

  /** To the very end, what stands below the last line included. */
  end(): void {
    this.#moveTo(this.total);
    this.#read();
  }

  /** Behind the frame that is about to be drawn. */
  readonly #reachOut = () => {
    setTimeout(() => {
      this.#overscan = beyond;
      this.#read();
    });
  };

  /** The element is as tall as the lines were: it has to grow before it can be scrolled there. */
  #moveTo(top: number): void {
    const element = this.#element;
    if (!element || Math.abs(top - this.#top) < 1) return;
    const inner = element.firstElementChild;
    if (inner instanceof HTMLElement) inner.style.height = `${String(this.total)}px`;
    element.scrollTop = top;
    this.#top = element.scrollTop;
  }

  #first(): number {
    return this.#at(this.#top);
  }

  /** The line at a height, by halves. */
  #at(height: number): number {
    let [low, high] = [0, Math.max(0, this.#heights.count - 1)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#heights.start(middle) <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #read(): void {
    const { count } = this.#heights;
    const [first, last] = [this.#first(), this.#at(this.#top + this.#height)];
    const from = Math.max(0, first - this.#overscan);
    const to = Math.min(count - 1, last + this.#overscan);
    // Untracked: the attachment runs in an effect, which must not wait for what it sets itself.
    const before = untrack(() => this.items);
    this.from = first;
    this.to = last;
    if (before[0]?.index === from && before.length === to - from + 1 && this.#drawn === this.#heights) return;
    this.#drawn = this.#heights;
    this.items = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
      const index = from + at;
      return { index, start: this.#heights.start(index), size: this.#heights.size(index) };
    });
  }
}

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core';

interface Lines {
  count: number;
  size: (index: number) => number;
  key: (index: number) => string;
}

/** Draws only the visible part: a list of ten thousand lines costs as much as one of thirty. */
export class VirtualList {
  items = $state.raw<VirtualItem[]>([]);
  total = $state(0);
  #element: HTMLElement | null = null;
  /** Lines beyond what is in sight: none in the first picture, which people wait for. */
  #overscan = 0;
  #lines: Lines = { count: 0, size: () => 0, key: String };
  readonly #virtualizer = new Virtualizer<HTMLElement, HTMLElement>({ ...this.#options(), initialOffset: 0 });

  /** A Svelte attachment for the element that scrolls. */
  scroller = (element: HTMLElement): (() => void) => {
    this.#element = element;
    const end = this.#virtualizer._didMount();
    this.#apply();
    return () => {
      end();
      this.#element = null;
    };
  };

  show(lines: Lines): void {
    this.#lines = lines;
    this.#apply();
    this.#virtualizer.measure();
    if (lines.count > 0 && this.#overscan === 0) requestAnimationFrame(this.#reachOut);
  }

  /** Behind the frame that is about to be drawn. */
  readonly #reachOut = () => {
    setTimeout(() => {
      this.#overscan = 8;
      this.#apply();
    });
  };

  reveal(index: number): void {
    this.#virtualizer.scrollToIndex(index, { align: 'auto' });
  }

  #apply(): void {
    this.#virtualizer.setOptions(this.#options());
    this.#virtualizer._willUpdate();
    this.#read();
  }

  #read(): void {
    this.items = this.#virtualizer.getVirtualItems();
    this.total = this.#virtualizer.getTotalSize();
  }

  #options() {
    return {
      count: this.#lines.count,
      estimateSize: this.#lines.size,
      getItemKey: this.#lines.key,
      getScrollElement: () => this.#element,
      overscan: this.#overscan,
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: () => {
        this.#read();
      },
    };
  }
}

import type { SessionRow } from '../../protocol/session';
import type { Lines } from '../../state/lines';
import type { Heights } from '../../ui/tall.svelte';

export interface Room {
  /** The list is too narrow for one line a row. */
  narrow: boolean;
  /** Fingers need more height than a pointer. */
  touch: boolean;
}

/** The height of a group's header, of a row, and what a second line adds. */
export function sizesOf({ narrow, touch }: Room): { group: number; row: number; note: number } {
  if (touch) return { group: 32, row: 64, note: 22 };
  return narrow ? { group: 28, row: 48, note: 18 } : { group: 28, row: 32, note: 18 };
}

/**
 * Where each line stands, known without drawing it, so that a long list never jumps while it scrolls. Rows that are not
 * at hand have one line of text; the rows with a second line are the exceptions that are remembered.
 */
export class ListHeights implements Heights {
  readonly count: number;
  readonly total: number;
  readonly #lines: Lines;
  readonly #sizes: { group: number; row: number; note: number };
  /** The lines that are taller, in order. */
  readonly #tall: number[] = [];

  /**
   * @param atHand the loaded rows by their place
   * @param tall whether a row has a second line
   */
  constructor(
    lines: Lines,
    room: Room,
    atHand: Iterable<readonly [number, SessionRow]>,
    tall: (row: SessionRow) => boolean,
  ) {
    this.#lines = lines;
    this.#sizes = sizesOf(room);
    for (const [at, row] of atHand) {
      const line = tall(row) ? lines.lineOf(at) : undefined;
      if (line !== undefined) this.#tall.push(line);
    }
    this.#tall.sort((a, b) => a - b);
    this.count = lines.length;
    this.total = this.start(this.count);
  }

  start(line: number): number {
    const headers = this.#lines.headersBefore(line);
    const { group, row, note } = this.#sizes;
    return headers * group + (line - headers) * row + this.#before(line) * note;
  }

  size(line: number): number {
    return this.start(line + 1) - this.start(line);
  }

  /** How many taller lines stand before one. */
  #before(line: number): number {
    let [low, high] = [0, this.#tall.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#tall[middle] ?? 0) < line) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

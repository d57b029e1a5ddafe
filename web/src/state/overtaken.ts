/**
 * Answers and events race on separate connections. This records which sessions had news while an answer was
 * pending: such an answer may be stale.
 */
export class Overtaken {
  readonly #last = new Map<string, number>();
  #count = 0;

  told(id: string): void {
    this.#count += 1;
    this.#last.set(id, this.#count);
  }

  /** Taken before a request. */
  get moment(): number {
    return this.#count;
  }

  since(moment: number, id: string): boolean {
    return (this.#last.get(id) ?? 0) > moment;
  }
}

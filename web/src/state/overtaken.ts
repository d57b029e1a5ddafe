/**
 * Answers and news come on two ways, and either may be faster. Which sessions something was told of while an answer was
 * on its way is known here: such an answer may say what was so before.
 */
export class Overtaken {
  readonly #last = new Map<string, number>();
  #count = 0;

  told(id: string): void {
    this.#count += 1;
    this.#last.set(id, this.#count);
  }

  /** Taken before something is asked for. */
  get moment(): number {
    return this.#count;
  }

  since(moment: number, id: string): boolean {
    return (this.#last.get(id) ?? 0) > moment;
  }
}

/**
 * Whether a card has stood still long enough to be answered. A press on what has just appeared or moved under a finger is
 * meant for what stood there before.
 */
export class Steady {
  readonly #pause: number;
  readonly #now: () => number;
  #since: number;

  /** @param pause how long it has to stand still, in milliseconds */
  constructor(pause = 400, now: () => number = () => performance.now()) {
    this.#pause = pause;
    this.#now = now;
    this.#since = now();
  }

  /** It appeared, changed or moved. */
  moved(): void {
    this.#since = this.#now();
  }

  /** Whether a press is meant for it; one that lasted began at `began`. */
  takes(began = this.#now()): boolean {
    return began - this.#since >= this.#pause;
  }

  /** How long it still has to stand. */
  get left(): number {
    return Math.max(0, this.#since + this.#pause - this.#now());
  }
}

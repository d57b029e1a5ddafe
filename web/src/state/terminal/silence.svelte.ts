/** Most programs show what is typed at once, and then nobody needs to ask. */
const soon = 1_000;
/** From then on, until a person should know. */
const longer = 2_000;

/**
 * Whether what was typed has had no answer for three seconds: the service hangs, or the network does, and the browser
 * takes the connection for a good one. The keys wait in it. What is typed into a program that shows nothing of it is not
 * silence: the service itself is asked.
 */
export class Silence {
  now = $state(false);
  readonly #ask: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  sent(): void {
    if (this.#timer !== undefined || this.now) return;
    this.#timer = setTimeout(() => {
      this.#ask();
      this.#timer = setTimeout(() => (this.now = true), longer);
    }, soon);
  }

  /** Anything that comes is an answer, and so is the end of the connection. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.now = false;
  }
}

/** Most programs show what is typed at once, and then nobody needs to know more. */
const soon = 1_000;
/** From then on, until a person should know. */
const longer = 2_000;

/**
 * Whether what was typed has had no answer for three seconds: the service hangs, or the network does, and the browser
 * takes the connection for a good one. The keys wait in it. What is typed into a program that shows nothing of it is not
 * silence, and what comes may have been on its way before it was typed: the service itself is asked, and answers in
 * order.
 */
export class Silence {
  now = $state(false);
  readonly #ask: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = false;
  #sentSince = false;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  sent(): void {
    if (this.#asked) this.#sentSince = true;
    else
      this.#timer ??= setTimeout(() => {
        this.#asked = true;
        this.#ask();
        this.#wait();
      }, soon);
  }

  /** Anything that comes shows that there is no silence at this moment; only the answer shows that the keys arrived. */
  heard(): void {
    this.now = false;
    if (this.#asked) this.#wait();
  }

  answered(): void {
    const more = this.#sentSince;
    this.end();
    if (more) this.sent();
  }

  /** With the connection. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asked = false;
    this.#sentSince = false;
    this.now = false;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.now = true), longer);
  }
}

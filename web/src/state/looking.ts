import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { isRemoteId } from '../protocol/session';

const path = '/api/looking';

/** The server forgets it after a minute. */
const again = 30_000;
/** Who goes through the list by keys looks at none of it, and a page that comes speaks after the one that goes. */
const settled = 400;
/** A page that is visible while nobody is at it is not looked at. */
const away = 120_000;

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'focus'];

/** Says which session a person looks at in this page, so that they are told of it nowhere else. */
export class Looking {
  readonly #api: Api;
  #page: Document | undefined;
  #shown: string | undefined;
  #said: string | undefined;
  #touchedAt = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Begins: until then nothing is said. */
  follow(window: Window): void {
    this.#page = window.document;
    this.#touchedAt = Date.now();
    const touched = () => {
      this.#touched();
    };
    for (const sign of signs) window.addEventListener(sign, touched, { capture: true, passive: true });
    this.#page.addEventListener('visibilitychange', () => {
      if (this.#isVisible) this.#touched();
      this.#sayOrWait();
    });
    this.#sayOrWait();
  }

  /** Sets the session that the page shows, if any. Those of other hosts are not reported: the server tracks its own. */
  show(opened: string | undefined): void {
    const sid = opened === undefined || isRemoteId(opened) ? undefined : opened;
    if (sid === this.#shown) return;
    this.#shown = sid;
    this.#sayOrWait();
  }

  get #isVisible(): boolean {
    return this.#page?.visibilityState === 'visible';
  }

  get #at(): string | undefined {
    return this.#isVisible && Date.now() - this.#touchedAt < away ? this.#shown : undefined;
  }

  #touched(): void {
    const wasAway = this.#at === undefined;
    this.#touchedAt = Date.now();
    if (wasAway && this.#at !== undefined) this.#sayOrWait();
  }

  /** That nothing is looked at any more is said at once: the page may be about to go. */
  #sayOrWait(): void {
    if (!this.#page) return;
    clearTimeout(this.#soon);
    if (this.#at === undefined) this.#say();
    else
      this.#soon = setTimeout(() => {
        this.#say();
      }, settled);
  }

  #say(): void {
    const at = this.#at;
    clearTimeout(this.#later);
    if (at !== undefined)
      this.#later = setTimeout(() => {
        this.#say();
      }, again);
    if (at === undefined && this.#said === undefined) return;
    this.#said = at;
    void this.#api.post(path, { sid: at ?? null }).catch(unheard);
  }
}

/** Without it a person is told of what they see, which harms nobody; what is wrong is said elsewhere. */
function unheard(reason: unknown): void {
  if (!(reason instanceof Refusal)) throw reason;
}

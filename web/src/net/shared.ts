import { liveTypes } from '../protocol/live';
import type { Source } from './live';

/** As in `navigator.locks`. */
export interface Locks {
  request(name: string, options: LockOptions, granted: () => Promise<void>): Promise<unknown>;
}

/** As a `BroadcastChannel`: it brings what other tabs post, never what this one does. */
export interface Channel {
  onmessage: ((event: MessageEvent<Word>) => void) | null;
  postMessage(word: Word): void;
  close(): void;
}

export type Word =
  | { say: 'who' }
  | { say: 'here'; by: string; up: boolean }
  | { say: 'event'; by: string; type: string; data: string }
  | { say: 'lost'; by: string };

/** How often a tab looks whether the leader is alive: a frozen one keeps its lock and says nothing. */
export const look = 10_000;

/**
 * One stream for all tabs of a browser, because a browser allows only six connections to a host. The tab that holds the
 * lock has the stream and passes on what it brings. When that tab closes, the browser gives the lock to the next one.
 * To its user it is a source like any other, except that `onopen` may be called again: then another tab leads, and
 * something may have been missed.
 */
export class SharedSource implements Source {
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly #me = crypto.randomUUID();
  readonly #name: string;
  readonly #locks: Locks;
  readonly #channel: Channel;
  readonly #open: () => Source;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();
  readonly #timer: ReturnType<typeof setInterval>;
  #waiting = new AbortController();
  /** The stream itself, while this tab leads. */
  #own: Source | undefined;
  #release: () => void = () => undefined;
  #leader: string | undefined;
  #up = false;
  #alive = false;
  #closed = false;

  constructor(name: string, locks: Locks, channel: Channel, open: () => Source) {
    this.#name = name;
    this.#locks = locks;
    this.#channel = channel;
    this.#open = open;
    channel.onmessage = ({ data }) => {
      this.#hear(data);
    };
    this.#timer = setInterval(() => {
      this.#look();
    }, look);
    this.#queue();
  }

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#waiting.abort();
    this.#resign();
    this.#channel.close();
  }

  /** Waits for the lock; whoever leads until then says how the stream is. */
  #queue(): void {
    this.#waiting = new AbortController();
    void this.#request({ signal: this.#waiting.signal });
    this.#channel.postMessage({ say: 'who' });
  }

  async #request(options: LockOptions): Promise<void> {
    try {
      await this.#locks.request(this.#name, options, () => this.#lead());
    } catch (reason) {
      if (this.#closed || options.signal?.aborted) return;
      if (isAbort(reason)) this.#robbed();
      else void this.#lead(); // no locks for this page: it has a stream of its own
    }
  }

  /** Keeps the lock until it resigns. */
  #lead(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#resign(); // a lock that was stolen while another one was on its way: there is one stream, never two
    this.#leader = this.#me;
    this.#up = false;
    const own = this.#open();
    this.#own = own;
    this.#sayHere();
    // What was on its way when the stream was given up comes to nothing: the channel may be closed by then.
    const given = () => this.#own !== own;
    own.onopen = (event) => {
      if (given()) return;
      this.#up = true;
      this.#sayHere();
      this.onopen?.(event);
    };
    own.onerror = (event) => {
      if (given()) return;
      this.#channel.postMessage({ say: 'lost', by: this.#me });
      this.onerror?.(event);
    };
    for (const type of liveTypes)
      own.addEventListener(type, (event) => {
        if (given()) return;
        this.#channel.postMessage({ say: 'event', by: this.#me, type, data: event.data });
        this.#listeners.get(type)?.(event);
      });
    return new Promise((resolve) => (this.#release = resolve));
  }

  #resign(): void {
    this.#own?.close();
    this.#own = undefined;
    this.#release();
  }

  /** Another tab believed that this one was frozen, and leads now. */
  #robbed(): void {
    this.#resign();
    this.#leader = undefined;
    this.#alive = true;
    this.#queue();
  }

  #sayHere(): void {
    this.#channel.postMessage({ say: 'here', by: this.#me, up: this.#up });
  }

  #hear(word: Word): void {
    if (this.#own) {
      if (word.say === 'who') this.#sayHere();
      return;
    }
    if (word.say === 'who') return;
    if (word.say === 'here') this.#follow(word.by, word.up);
    // Two tabs may believe for a moment that they lead; their events are in order only among themselves.
    if (word.by !== this.#leader) return;
    this.#alive = true;
    if (word.say === 'lost') this.onerror?.(new Event('error'));
    if (word.say === 'event')
      this.#listeners.get(word.type)?.(new MessageEvent<string>(word.type, { data: word.data }));
  }

  #follow(leader: string, up: boolean): void {
    const opened = up && !(this.#up && leader === this.#leader);
    this.#leader = leader;
    this.#up = up;
    if (opened) this.onopen?.(new Event('open'));
  }

  #look(): void {
    if (this.#own) return;
    if (this.#alive) {
      this.#alive = false;
      this.#channel.postMessage({ say: 'who' });
      return;
    }
    this.#waiting.abort();
    void this.#request({ steal: true });
  }
}

function isAbort(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError';
}

/** What a browser may have of the above: both are missing where the page came over plain HTTP from another host. */
export interface Means {
  readonly locks: Locks | undefined;
  readonly channel: ((name: string) => Channel) | undefined;
}

function here(): Means {
  const { locks } = navigator as Partial<Navigator>;
  return { locks, channel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined };
}

/** The stream of all tabs; a stream of its own for a tab that cannot know of the others. */
export function liveSource(open = (): Source => new EventSource('/api/events'), means = here()): Source {
  const { locks, channel } = means;
  if (!locks || !channel) return open();
  // With the address of this file, whose name changes with what it holds: an older page may not know every event.
  const name = `svc.events ${import.meta.url}`;
  try {
    return new SharedSource(name, locks, channel(name), open);
  } catch {
    return open(); // storage is forbidden here, and with it the way to the other tabs
  }
}

import { liveTypes, type LiveType } from '../protocol/live';
import { pause } from './pause';
import { liveSource } from './shared';

export interface Source {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onerror: ((event: Event) => void) | null;
}

const longestSilence = 40_000;

/** A stream of events. It reconnects by itself, even after an answer that a browser would take as final. */
export class Feed<T extends string> {
  onEvent: (event: { type: T; data: unknown }) => void = () => undefined;
  /** True when the stream is up (again); what happened in between must be asked for. */
  onLink: (linked: boolean) => void = () => undefined;
  /** Something may have been missed although the stream never seemed to be lost. */
  onGap: () => void = () => undefined;
  readonly #open: () => Source;
  readonly #types: readonly T[];
  #source: Source | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #linked = false;
  #rests = false;

  constructor(open: () => Source, types: readonly T[]) {
    this.#open = open;
    this.#types = types;
  }

  start(): void {
    this.stop();
    const source = this.#open();
    this.#source = source;
    this.#heard(); // an opening that takes too long is a silence as well
    source.onopen = () => {
      this.#failures = 0;
      this.#heard();
      this.#opened();
    };
    source.onerror = () => {
      this.#lost();
    };
    for (const type of this.#types)
      source.addEventListener(type, (event) => {
        this.#heard();
        if (type !== 'heartbeat') this.onEvent({ type, data: parsed(event.data) });
      });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#source?.close();
    this.#source = undefined;
    this.#rests = false;
  }

  /** A page that is left or frozen keeps no connection: it may be one of a few, and lie in the browser's cache for long. */
  rest(): void {
    if (this.#timer === undefined) return;
    this.stop();
    this.#rests = true;
  }

  /** Goes on after a rest. */
  wake(): void {
    if (this.#rests) this.start();
  }

  /** Somebody is there who wants to go on: the next attempt is made now. */
  hurry(): void {
    if (this.#timer !== undefined && !this.#source) this.start();
  }

  #opened(): void {
    const before = this.#linked;
    this.#linked = true;
    if (before) this.onGap();
    else this.onLink(true);
  }

  /** A stream without even a heartbeat is dead, whatever the browser believes. */
  #heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#lost();
    }, longestSilence);
  }

  #lost(): void {
    this.stop();
    this.#linked = false;
    this.onLink(false);
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.start();
    }, pause(this.#failures));
  }
}

/** The stream of what happens to sessions, projects and settings. */
export class LiveFeed extends Feed<LiveType> {
  constructor(open: () => Source = liveSource) {
    super(open, liveTypes);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

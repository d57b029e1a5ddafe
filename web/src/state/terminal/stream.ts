import type { FromServer } from '../../protocol/terminal';

const ackEvery = 64 * 1024;

/** What a stream is written to. The callback comes when what was written before it has been drawn into the buffer. */
export interface Sink {
  write(data: string | Uint8Array, done?: () => void): void;
  reset(): void;
}

type Hello = Extract<FromServer, { t: 'hello' }>;

/** Counts the bytes of the session as they pass, so that a reconnect asks for exactly the next one. */
export class Stream {
  /** Bytes received: where the next one belongs. Undefined until the first hello. */
  have: number | undefined;
  readonly #sink: Sink;
  readonly #ack: (offset: number) => void;
  #consumed = 0;
  #acked = 0;

  constructor(sink: Sink, ack: (offset: number) => void) {
    this.#sink = sink;
    this.#ack = ack;
  }

  hello({ start, reset, modes }: Hello): void {
    if (reset || this.have === undefined) {
      this.#clear();
      if (modes) this.#sink.write(modes);
    }
    this.#from(start);
  }

  /** The server went on at another place: what is on the screen no longer fits. */
  lag(start: number, modes = ''): void {
    this.#clear();
    if (modes) this.#sink.write(modes);
    this.#from(start);
  }

  bytes(bytes: Uint8Array): void {
    const end = (this.have ?? 0) + bytes.length;
    this.have = end;
    this.#sink.write(bytes, () => {
      this.#consumed = Math.max(this.#consumed, end);
      if (this.#consumed - this.#acked >= ackEvery) this.flush();
    });
  }

  /** Tells the server how far this viewer is, also for the last few bytes. */
  flush(): void {
    if (this.#consumed === this.#acked) return;
    this.#acked = this.#consumed;
    this.#ack(this.#consumed);
  }

  #from(start: number): void {
    this.have = start;
    this.#consumed = start;
    this.#acked = start;
  }

  /** In the order of the stream: what is still being written belongs to the old screen. */
  #clear(): void {
    this.#sink.write('', () => {
      this.#sink.reset();
    });
  }
}

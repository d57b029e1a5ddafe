import type { FromServer } from '../../protocol/terminal';

const ackEvery = 64 * 1024;

/**
 * A replay is handed on in pieces of this size: between two pieces the emulator draws, and what was there for a moment
 * is not worth drawing. Well below what the server sends without an answer.
 */
const pieceOfReplay = 256 * 1024;

/** The destination of a stream. The callback comes when what was written before it has been drawn into the buffer. */
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
  /** Grows with every screen: what is drawn late for an older one says nothing of how far this one is. */
  #screen = 0;
  #replaying = false;
  /** Received and not yet written. */
  #gathered: Uint8Array[] = [];
  #size = 0;

  constructor(sink: Sink, ack: (offset: number) => void) {
    this.#sink = sink;
    this.#ack = ack;
  }

  hello({ start, reset, modes }: Hello): void {
    if (reset || this.have === undefined) {
      this.#clear();
      if (modes) this.#sink.write(modes);
    } else this.#write();
    this.#replaying = true;
    this.#from(start);
  }

  /** What follows comes as it happens. */
  live(): void {
    this.#replaying = false;
    this.#write();
  }

  /** The server continued at another place: the screen no longer fits. */
  lag(start: number, modes = ''): void {
    this.#clear();
    if (modes) this.#sink.write(modes);
    this.#from(start);
  }

  bytes(bytes: Uint8Array): void {
    this.have = (this.have ?? 0) + bytes.length;
    this.#gathered.push(bytes);
    this.#size += bytes.length;
    if (!this.#replaying || this.#size >= pieceOfReplay) this.#write();
  }

  /** Writes what a slow replay has brought so far, and acknowledges it to the server. */
  flush(): void {
    this.#write();
    this.#tell();
  }

  #tell(): void {
    if (this.#consumed === this.#acked) return;
    this.#acked = this.#consumed;
    this.#ack(this.#consumed);
  }

  #write(): void {
    if (this.#size === 0) return;
    const end = this.have ?? 0;
    const screen = this.#screen;
    const [only = new Uint8Array()] = this.#gathered;
    const bytes = this.#gathered.length === 1 ? only : joined(this.#gathered, this.#size);
    this.#forget();
    this.#sink.write(bytes, () => {
      if (screen !== this.#screen) return;
      this.#consumed = Math.max(this.#consumed, end);
      if (this.#consumed - this.#acked >= ackEvery) this.#tell();
    });
  }

  #forget(): void {
    this.#gathered = [];
    this.#size = 0;
  }

  #from(start: number): void {
    this.have = start;
    this.#consumed = start;
    this.#acked = start;
  }

  /** In the order of the stream: what is still being written belongs to the old screen. */
  #clear(): void {
    this.#screen += 1;
    this.#forget();
    this.#sink.write('', () => {
      this.#sink.reset();
    });
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

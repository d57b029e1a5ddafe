import { readControl, socketPath, type Attach, type FromClient, type FromServer } from '../protocol/terminal';

export interface Wire {
  binaryType: BinaryType;
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface Listener {
  control(frame: FromServer): void;
  bytes(bytes: Uint8Array): void;
  closed(code: number, reason: string): void;
}

const open = 1;
/** Half of what the server takes in one frame: a long paste goes in pieces. */
const largestFrame = 32 * 1024;

/** One connection of one terminal: frames in and out, stateless. */
export class TermSocket {
  readonly #wire: Wire;

  constructor(attach: Attach, listener: Listener, dial: (url: string) => Wire = dialHere) {
    const wire = dial(socketPath(attach));
    this.#wire = wire;
    wire.binaryType = 'arraybuffer';
    wire.onmessage = ({ data }) => {
      if (typeof data === 'string') {
        const frame = readControl(data);
        if (frame) listener.control(frame);
      } else listener.bytes(new Uint8Array(data as ArrayBuffer));
    };
    wire.onclose = ({ code, reason }) => {
      listener.closed(code, reason);
    };
  }

  get open(): boolean {
    return this.#wire.readyState === open;
  }

  control(frame: FromClient): void {
    if (this.open) this.#wire.send(JSON.stringify(frame));
  }

  bytes(bytes: Uint8Array<ArrayBuffer>): void {
    for (let from = 0; this.open && from < bytes.length; from += largestFrame)
      this.#wire.send(bytes.subarray(from, from + largestFrame));
  }

  /** Without notifying the listener: the caller knows. */
  close(): void {
    this.#wire.onclose = null;
    this.#wire.onmessage = null;
    this.#wire.close();
  }
}

function dialHere(path: string): Wire {
  const { protocol, host } = window.location;
  return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${path}`);
}

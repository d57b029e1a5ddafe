import type { Listener, TermSocket } from '../../net/termsocket';
import type { Attach, FromClient } from '../../protocol/terminal';
import { afterClose, type Ending } from './ending';

export type Link = 'connecting' | 'replaying' | 'live' | 'lost' | 'final';
export type Dial = (attach: Attach, listener: Listener) => TermSocket;

/** The socket of one terminal over all its lives: redialled after a loss, until a person must decide. */
export class Connection {
  link = $state<Link>('connecting');
  ending = $state.raw<Ending>();
  /** When the next attempt is made, in the clock's milliseconds. */
  retryAt = $state(0);
  /** Retries by itself: dials when the owner knows what to ask for. */
  onRetry: () => void = () => undefined;
  readonly #dial: Dial;
  #socket: TermSocket | undefined;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  open(attach: Attach, listener: Omit<Listener, 'closed'>): void {
    this.close();
    this.link = attach.have === undefined ? 'connecting' : 'lost';
    this.ending = undefined;
    const closed = (code: number, reason: string) => {
      this.#closed(code, reason);
    };
    this.#socket = this.#dial(attach, { ...listener, closed });
  }

  /** The other end speaks: resets the backoff. */
  greeted(): void {
    this.#attempt = 0;
    this.link = 'replaying';
  }

  /** Makes the next attempt now, unless another program has the session: that one is not ended by haste. */
  hurry(): void {
    if (this.#timer === undefined || (this.ending?.then === 'retry' && this.ending.held)) return;
    this.close();
    this.onRetry();
  }

  /** As if its program had ended: nothing is tried again by itself. */
  giveUp(): void {
    this.close();
    this.ending = { then: 'ended' };
    this.link = 'final';
  }

  control(frame: FromClient): void {
    this.#socket?.control(frame);
  }

  bytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.#socket?.bytes(bytes);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#socket?.close();
    this.#socket = undefined;
  }

  #closed(code: number, reason: string): void {
    this.close();
    const ending = afterClose(code, reason, this.#attempt);
    this.ending = ending;
    this.link = ending.then === 'retry' ? 'lost' : 'final';
    if (ending.then !== 'retry') return;
    this.#attempt += 1;
    this.retryAt = Date.now() + ending.after;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.onRetry();
    }, ending.after);
  }
}

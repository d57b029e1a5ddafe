import type { Source } from '../src/net/live';

/** A stream of events that a test opens, breaks and fills. */
export class FakeSource implements Source {
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  closed = false;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.closed = true;
  }

  tell(type: string, data: string): void {
    this.#listeners.get(type)?.({ data } as MessageEvent<string>);
  }
}

import { Refusal } from '../net/refusal';

/** The calendar of this browser, as the server knows it. */
export class Zone {
  #name = zoneName();

  /** A browser may know zones that the server's runtime does not know yet: then the offset of now stands for it. */
  async known<T>(ask: (zone: string) => Promise<T>): Promise<T> {
    try {
      return await ask(this.#name);
    } catch (reason) {
      const offset = offsetOf(new Date());
      if (!(reason instanceof Refusal) || reason.status !== 400 || this.#name === offset) throw reason;
      this.#name = offset;
      return await ask(offset);
    }
  }
}

/** The same in the script that asks ahead of the page (`build/early.js`): both must ask for one address. */
function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** +05:30 */
export function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (n: number) => String(Math.floor(Math.abs(n))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

import type { Api } from '../../net/api';
import { Refusal } from '../../net/refusal';
import { sessionPath } from '../../protocol/session';
import type { SessionUsage, UsageLive, UsageNow } from '../../protocol/usage';

/** Counting follows what is written by a moment. */
const again = 3_000;

/** What one session used, asked for again until all of it is counted. */
export class UsageOfSession {
  now = $state.raw<SessionUsage>();
  /** What it burns, while its program runs. */
  live = $state.raw<UsageLive>();
  readonly #api: Api;
  readonly #sid: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  constructor(api: Api, sid: string) {
    this.#api = api;
    this.#sid = sid;
  }

  async load(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.now = await this.#api.get<SessionUsage>(sessionPath(this.#sid, '/usage'));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      return; // what is known stands; the page says elsewhere that the server is away
    }
    if (!this.now.complete && !this.#left) this.#timer = setTimeout(() => void this.load(), again);
  }

  async look(running: boolean): Promise<void> {
    if (!running) {
      this.live = undefined;
      return;
    }
    try {
      const { live } = await this.#api.get<UsageNow>('/api/usage/now');
      this.live = live.find(({ sid }) => sid === this.#sid);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }
}

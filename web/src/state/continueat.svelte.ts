import { Refusal } from '../net/refusal';
import type { SessionRow } from '../protocol/session';
import type { UsageNow } from '../protocol/usage';
import type { App } from './app.svelte';
import { fieldOf, furthest, momentOf, nextMinute, proposedOf, resetsOf } from './resettime';

/** As the server takes it. */
const mostOfText = 4_000;
const hour = 3_600_000;

/** When a session is to go on by itself, until somebody sets it. */
export class ContinueAt {
  /** As a field of the browser has it: the time of this computer, to the minute. */
  at = $state('');
  text = $state('continue');
  /** When the limits of its program begin again, the next one first. */
  resets = $state.raw<number[]>([]);
  setting = $state(false);
  readonly row: SessionRow;
  readonly #app: App;

  constructor(app: App, row: SessionRow) {
    this.#app = app;
    this.row = row;
    const plan = row.continue_at;
    this.at = fieldOf(plan ? Date.parse(plan.at) : nextMinute(Date.now() + hour));
    if (plan) this.text = plan.text;
  }

  /** Proposes when the limit begins again that has stopped it, unless a time was set or chosen already. */
  async propose(): Promise<void> {
    const before = this.at;
    try {
      const { limits } = await this.#app.api.get<UsageNow>('/api/usage/now');
      const mine = limits.filter(({ engine }) => engine === this.row.engine);
      this.resets = resetsOf(mine, Date.now());
      const proposed = proposedOf(mine, Date.now());
      if (proposed !== undefined && !this.row.continue_at && this.at === before) this.at = fieldOf(proposed);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason; // a proposal is a convenience
    }
  }

  choose(at: number): void {
    this.at = fieldOf(at);
  }

  get timeWrong(): boolean {
    const at = Date.parse(this.at);
    const now = Date.now();
    return Number.isNaN(at) || at <= now || at > now + furthest;
  }

  get textWrong(): boolean {
    const { length } = this.text.trim();
    return length === 0 || length > mostOfText;
  }

  async set(): Promise<boolean> {
    if (this.timeWrong || this.textWrong || this.setting) return false;
    this.setting = true;
    const done = await this.#app.actions.continueAt(this.row, momentOf(this.at), this.text.trim());
    this.setting = false;
    return done;
  }
}

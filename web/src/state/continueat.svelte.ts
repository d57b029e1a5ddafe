import { Refusal } from '../net/refusal';
import type { SessionRow } from '../protocol/session';
import type { UsageLimit, UsageNow } from '../protocol/usage';
import type { App } from './app.svelte';

/** As the server takes them. */
const mostOfText = 4_000;
const furthest = 30 * 86_400_000;
const minute = 60_000;
const hour = 60 * minute;
const full = 100;

/** When a session is to go on by itself, until somebody sets it. */
export class ContinueAt {
  /** As a field of the browser has it: the time of this computer, to the minute. */
  at = $state('');
  text = $state('continue');
  /** When the limits of its program begin again, the next one first. */
  resets = $state.raw<Date[]>([]);
  setting = $state(false);
  readonly row: SessionRow;
  readonly #app: App;

  constructor(app: App, row: SessionRow) {
    this.#app = app;
    this.row = row;
    const plan = row.continue_at;
    this.at = fieldOf(plan ? new Date(plan.at) : nextMinute(Date.now() + hour));
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
      if (proposed && !this.row.continue_at && this.at === before) this.at = fieldOf(proposed);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason; // a proposal is a convenience
    }
  }

  choose(at: Date): void {
    this.at = fieldOf(at);
  }

  get timeWrong(): boolean {
    const at = new Date(this.at).getTime();
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
    const done = await this.#app.actions.continueAt(this.row, new Date(this.at), this.text.trim());
    this.setting = false;
    return done;
  }
}

/** The times ahead at which limits begin again, the next one first. */
export function resetsOf(limits: readonly UsageLimit[], now: number): Date[] {
  const times = limits.flatMap(({ resets_at: at }) => (at === null ? [] : [nextMinute(Date.parse(at)).getTime()]));
  const ahead = times.filter((at) => at > now && at <= now + furthest);
  return [...new Set(ahead)].sort((one, other) => one - other).map((at) => new Date(at));
}

/** Every limit that is used up must have begun again; where none is, the next one that does. */
export function proposedOf(limits: readonly UsageLimit[], now: number): Date | undefined {
  const used = limits.filter(({ used_percent: percent }) => percent >= full);
  return resetsOf(used, now).at(-1) ?? resetsOf(limits, now)[0];
}

/** The first whole minute that is not earlier: fields know no seconds. */
function nextMinute(at: number): Date {
  return new Date(Math.ceil(at / minute) * minute);
}

/** A moment as a field for date and time takes it. */
export function fieldOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

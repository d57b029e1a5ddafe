import type { Api } from '../../net/api';
import type { BudgetPassed, UsageNow } from '../../protocol/usage';
import { keep, kept } from '../storage';
import { dayIn } from './calendar';

const storedAs = 'budgets-seen';

/** The budgets that were passed today, and which of these warnings a person has seen enough of in this browser. */
export class Budgets {
  #passed = $state.raw<readonly BudgetPassed[]>([]);
  #day = $state('');
  #seen = $state.raw<{ day: string; keys: readonly string[] }>(stored());
  readonly #api: Api;
  readonly #clock: { readonly now: number };

  constructor(api: Api, clock: { readonly now: number }) {
    this.#api = api;
    this.#clock = clock;
  }

  /** What is still to be said; a warning of yesterday is none any more. */
  get shown(): BudgetPassed[] {
    const today = this.#today;
    if (this.#day !== today) return [];
    const seen = this.#seen.day === today ? this.#seen.keys : [];
    return this.#passed.filter((one) => !seen.includes(keyOf(one)));
  }

  get #today(): string {
    return dayIn(undefined, this.#clock.now);
  }

  async load(): Promise<void> {
    const { budgets } = await this.#api.get<UsageNow>('/api/usage/now');
    this.#know(budgets.passed);
  }

  /** The data of a `budget` event. */
  heard(data: unknown): void {
    const one = passedOf(data);
    if (!one) return;
    const before = this.#day === this.#today ? this.#passed : [];
    this.#know([...before.filter((other) => keyOf(other) !== keyOf(one)), one]);
  }

  /** Not again today. */
  dismiss(one: BudgetPassed): void {
    const today = this.#today;
    const keys = this.#seen.day === today ? this.#seen.keys : [];
    this.#seen = { day: today, keys: [...keys, keyOf(one)] };
    keep(storedAs, JSON.stringify(this.#seen));
  }

  #know(passed: readonly BudgetPassed[]): void {
    this.#passed = passed;
    this.#day = this.#today;
  }
}

/** A budget that was changed and is passed again is another warning. */
function keyOf({ kind, sid, budget }: BudgetPassed): string {
  return `${kind} ${sid ?? ''} ${String(budget)}`;
}

function passedOf(data: unknown): BudgetPassed | undefined {
  const { kind, spent, budget } = (data ?? {}) as Partial<Record<keyof BudgetPassed, unknown>>;
  const known = kind === 'day' || kind === 'session';
  return known && typeof spent === 'number' && typeof budget === 'number' ? (data as BudgetPassed) : undefined;
}

/** What this browser keeps may be of another release, or of somebody else. */
function stored(): { day: string; keys: readonly string[] } {
  try {
    const { day, keys } = JSON.parse(kept(storedAs) ?? '{}') as { day?: unknown; keys?: unknown };
    if (typeof day === 'string' && Array.isArray(keys))
      return { day, keys: keys.filter((key) => typeof key === 'string') };
  } catch {
    // Nothing that can be read: nothing was seen.
  }
  return { day: '', keys: [] };
}

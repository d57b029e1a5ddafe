import type { UsageSettings as Settings } from '../../protocol/usage';
import type { App } from '../app.svelte';
import { SettingsSection } from '../settingssection.svelte';

/** Budgets, and whether the rows of the list say what they cost. Each change is sent at once. */
export class UsageSettings {
  readonly #app: App;
  readonly #section: SettingsSection<'usage'>;

  constructor(app: App) {
    this.#app = app;
    this.#section = new SettingsSection(app, 'usage');
  }

  get now(): Settings | undefined {
    return this.#section.now;
  }

  get wrong(): ReadonlyMap<string, string> {
    return this.#section.wrong;
  }

  load(): Promise<void> {
    return this.#section.load();
  }

  setDaily(amount: number | null): Promise<void> {
    return this.#change({ daily_budget: amount });
  }

  setEach(amount: number | null): Promise<void> {
    return this.#change({ session_budget: amount });
  }

  setOnRow(on: boolean): Promise<void> {
    return this.#change({ on_row: on });
  }

  /** What a new budget says of today is asked for with it. */
  async #change(part: Partial<Settings>): Promise<void> {
    await this.#section.change(part);
    await this.#app.keepUp(() => this.#app.budgets.load());
  }
}

import { Refusal } from '../net/refusal';
import type { Settings } from '../protocol/settings';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { mapOf } from './sets';

const path = '/api/settings';

/** One section of the settings. It sends each change at once. */
export class SettingsSection<Name extends keyof Settings> {
  now = $state.raw<Settings[Name]>();
  /** The server's refusals by key; cleared by the next accepted change. */
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  readonly #app: App;
  readonly #name: Name;

  constructor(app: App, name: Name) {
    this.#app = app;
    this.#name = name;
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      this.now = (await this.#app.api.get<Settings>(path))[this.#name];
    });
  }

  async change(part: Partial<Settings[Name]>): Promise<void> {
    try {
      this.now = (await this.#app.api.patch<Settings>(path, { [this.#name]: part }))[this.#name];
      this.wrong = mapOf();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.fields.size > 0) this.wrong = reason.fields;
      else this.#app.toasts.fail(sentence(reason));
    }
  }
}

import { Refusal } from '../net/refusal';
import type { Settings } from '../protocol/settings';
import type { Vault, VaultSettings } from '../protocol/vault';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { mapOf } from './sets';

const path = '/api/settings';
const gigabyte = 1e9;

/** How much is kept, and what. Each change is sent at once. */
export class VaultPage {
  now = $state.raw<VaultSettings>();
  vault = $state.raw<Vault>();
  /** Why there is no vault; empty while there is one. */
  missing = $state('');
  /** The server's refusals by key; cleared by the next accepted change. */
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get gigabytes(): number {
    return Math.round(((this.now?.limit_bytes ?? 0) / gigabyte) * 10) / 10;
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      this.now = (await this.#app.api.get<Settings>(path)).vault;
    });
    await this.look();
  }

  async look(): Promise<void> {
    try {
      this.vault = await this.#app.api.get<Vault>('/api/vault');
      this.missing = '';
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.missing = sentence(reason);
    }
  }

  setEnabled(on: boolean): Promise<void> {
    return this.#change({ enabled: on });
  }

  setGigabytes(amount: number): Promise<void> {
    return this.#change({ limit_bytes: Math.round(amount * gigabyte) });
  }

  /** One folder a line. */
  setFolders(text: string): Promise<void> {
    const folders = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    return this.#change({ exclude_folders: folders });
  }

  setEngine(engine: string, kept: boolean): Promise<void> {
    const others = (this.now?.exclude_engines ?? []).filter((name) => name !== engine);
    return this.#change({ exclude_engines: kept ? others : [...others, engine] });
  }

  async #change(vault: Partial<VaultSettings>): Promise<void> {
    try {
      this.now = (await this.#app.api.patch<Settings>(path, { vault })).vault;
      this.wrong = mapOf();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.fields.size > 0) this.wrong = reason.fields;
      else this.#app.toasts.fail(sentence(reason));
    }
    await this.look();
  }
}

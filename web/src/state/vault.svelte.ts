import { Refusal } from '../net/refusal';
import type { Vault, VaultSettings } from '../protocol/vault';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { SettingsSection } from './settingssection.svelte';

const gigabyte = 1e9;

/** How much is kept, and what. Each change is sent at once. */
export class VaultPage {
  vault = $state.raw<Vault>();
  /** Why there is no vault; empty while there is one. */
  missing = $state('');
  readonly #app: App;
  readonly #section: SettingsSection<'vault'>;

  constructor(app: App) {
    this.#app = app;
    this.#section = new SettingsSection(app, 'vault');
  }

  get now(): VaultSettings | undefined {
    return this.#section.now;
  }

  get wrong(): ReadonlyMap<string, string> {
    return this.#section.wrong;
  }

  get gigabytes(): number {
    return Math.round(((this.now?.limit_bytes ?? 0) / gigabyte) * 10) / 10;
  }

  async load(): Promise<void> {
    await this.#section.load();
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

  setProject(project: string, kept: boolean): Promise<void> {
    const others = (this.now?.exclude_projects ?? []).filter((id) => id !== project);
    return this.#change({ exclude_projects: kept ? others : [...others, project] });
  }

  setEngine(engine: string, kept: boolean): Promise<void> {
    const others = (this.now?.exclude_engines ?? []).filter((name) => name !== engine);
    return this.#change({ exclude_engines: kept ? others : [...others, engine] });
  }

  async #change(part: Partial<VaultSettings>): Promise<void> {
    await this.#section.change(part);
    await this.look();
  }
}

import type { IndexState, SearchSettings } from '../../protocol/search';
import { words } from '../../text/settings';
import type { App } from '../app.svelte';
import { SettingsSection } from '../settingssection.svelte';

const kibibyte = 1024;

/** Whether conversations are searched, how much of them, and how far the index is. Each change is sent at once. */
export class Indexing {
  index = $state.raw<IndexState>();
  readonly #app: App;
  readonly #section: SettingsSection<'search'>;

  constructor(app: App) {
    this.#app = app;
    this.#section = new SettingsSection(app, 'search');
  }

  get now(): SearchSettings | undefined {
    return this.#section.now;
  }

  get wrong(): ReadonlyMap<string, string> {
    return this.#section.wrong;
  }

  /** Of each tool's output. */
  get kibibytes(): number {
    return (this.now?.tool_output_bytes ?? 0) / kibibyte;
  }

  load(): Promise<void> {
    return this.#section.load();
  }

  /** Asked for again with every event: those bring neither its size nor why it stopped. */
  async look(): Promise<void> {
    await this.#app.keepUp(async () => {
      this.index = (await this.#app.api.get<{ search?: IndexState }>('/api/system')).search;
    });
  }

  setEnabled(on: boolean): Promise<void> {
    return this.#change({ enabled: on });
  }

  setKibibytes(amount: number): Promise<void> {
    return this.#change({ tool_output_bytes: Math.round(amount * kibibyte) });
  }

  async rebuild(): Promise<void> {
    const { questions, api, toasts } = this.#app;
    const { rebuildSure: title, rebuildWhy: why, rebuildYes: yes } = words.search;
    if (!(await questions.ask({ title, why, yes }))) return;
    const begun = await this.#app.attempt(() => api.post('/api/search/rebuild'));
    if (begun) toasts.say(words.search.rebuilding);
    await this.look();
  }

  async #change(part: Partial<SearchSettings>): Promise<void> {
    await this.#section.change(part);
    await this.look();
  }
}

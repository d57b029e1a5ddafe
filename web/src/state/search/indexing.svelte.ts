import { Refusal } from '../../net/refusal';
import type { IndexState, SearchSettings } from '../../protocol/search';
import type { Settings } from '../../protocol/settings';
import { t } from '../../text';
import { sentence } from '../../text/problem';
import type { App } from '../app.svelte';
import { mapOf } from '../sets';

const path = '/api/settings';
const kibibyte = 1024;

/** Whether conversations are searched, how much of them, and how far the index is. Each change is sent at once. */
export class Indexing {
  now = $state.raw<SearchSettings>();
  index = $state.raw<IndexState>();
  /** The server's refusals by key; cleared by the next accepted change. */
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Of each tool's output. */
  get kibibytes(): number {
    return (this.now?.tool_output_bytes ?? 0) / kibibyte;
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      this.now = (await this.#app.api.get<Settings>(path)).search;
    });
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
    const { rebuildSure: title, rebuildWhy: why, rebuildYes: yes } = t.search;
    if (!(await questions.ask({ title, why, yes }))) return;
    const begun = await this.#app.attempt(() => api.post('/api/search/rebuild'));
    if (begun) toasts.say(t.search.rebuilding);
    await this.look();
  }

  async #change(search: Partial<SearchSettings>): Promise<void> {
    try {
      this.now = (await this.#app.api.patch<Settings>(path, { search })).search;
      this.wrong = mapOf();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.fields.size > 0) this.wrong = reason.fields;
      else this.#app.toasts.fail(sentence(reason));
    }
    await this.look();
  }
}

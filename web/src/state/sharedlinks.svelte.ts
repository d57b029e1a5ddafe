import type { SharedLink } from '../protocol/share';
import type { App } from './app.svelte';

/** The links that lead to shared pages now. */
export class SharedLinks {
  all = $state.raw<readonly SharedLink[]>([]);
  loaded = $state(false);
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      this.all = (await this.#app.api.get<{ shares: SharedLink[] }>('/api/shares')).shares;
      this.loaded = true;
    });
  }

  async revoke(one: SharedLink, done: string): Promise<void> {
    const gone = await this.#app.attempt(() => this.#app.api.delete(`/api/shares/${encodeURIComponent(one.id)}`));
    if (gone) this.#app.toasts.say(done);
    await this.load();
  }
}

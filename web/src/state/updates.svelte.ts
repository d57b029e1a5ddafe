import type { Settings } from '../protocol/settings';
import type { Channel, UpdateCheck, UpdateSettings, UpdateStatus } from '../protocol/update';
import type { App } from './app.svelte';

/** Available updates and the progress of one. The server restarts meanwhile: then nothing answers for a while. */
export class Updates {
  settings = $state.raw<UpdateSettings>();
  status = $state.raw<UpdateStatus>();
  found = $state.raw<UpdateCheck>();
  checking = $state(false);
  /** Started here, and not yet confirmed as running. */
  begun = $state(false);
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get running(): boolean {
    return this.begun || this.status?.state === 'running';
  }

  async load(): Promise<void> {
    if (!this.#app.linked) return;
    await this.#app.attempt(async () => {
      const [settings, status] = await Promise.all([
        this.#app.api.get<Settings>('/api/settings'),
        this.#app.api.get<UpdateStatus>('/api/update/status'),
      ]);
      if (status.started_at !== this.status?.started_at) this.begun = false;
      this.settings = settings.updates;
      this.status = status;
    });
  }

  async check(): Promise<void> {
    this.checking = true;
    await this.#app.attempt(async () => (this.found = await this.#app.api.get<UpdateCheck>('/api/update/check')));
    this.checking = false;
  }

  apply(): Promise<void> {
    return this.#begin('/api/update/apply');
  }

  rollBack(): Promise<void> {
    return this.#begin('/api/update/rollback');
  }

  async setChannel(channel: Channel): Promise<void> {
    await this.#change({ channel });
    this.found = undefined;
  }

  setAuto(autoupdate: boolean): Promise<void> {
    return this.#change({ autoupdate });
  }

  async #begin(path: string): Promise<void> {
    this.begun = await this.#app.attempt(() => this.#app.api.post(path));
    this.found = undefined;
  }

  async #change(updates: Partial<UpdateSettings>): Promise<void> {
    await this.#app.attempt(
      async () => (this.settings = (await this.#app.api.patch<Settings>('/api/settings', { updates })).updates),
    );
  }
}

import { Refusal } from '../net/refusal';
import type { FleetHost, Hosts as HostsView } from '../protocol/hosts';
import type { App } from './app.svelte';

/** The hosts of the fleet, and how the connection to them is. */
export class Hosts {
  view = $state.raw<HostsView>();
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get loaded(): boolean {
    return this.view !== undefined;
  }

  load(): Promise<unknown> {
    return this.#app.attempt(() => this.#look());
  }

  /** Asks again for what is shown; the page says elsewhere that the service is away. */
  async refresh(): Promise<void> {
    try {
      await this.#look();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  async #look(): Promise<void> {
    this.view = await this.#app.api.get<HostsView>('/api/hosts');
  }

  find(name: string | null): FleetHost | undefined {
    return this.view?.hosts.find((host) => host.name === name);
  }

  /** Takes a host out of the fleet. */
  async end(host: FleetHost, done: string): Promise<void> {
    const gone = await this.#app.attempt(() => this.#app.api.delete(`/api/hosts/${encodeURIComponent(host.id)}`));
    if (gone) this.#app.toasts.say(done);
    await this.load();
  }
}

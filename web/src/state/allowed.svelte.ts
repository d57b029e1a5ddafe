import type { AllowedCommand } from '../protocol/question';
import type { App } from './app.svelte';
import { mapOf } from './sets';
import { SettingsSection } from './settingssection.svelte';

const path = '/api/allowed-commands';

/** Commands that are allowed from now on: which there are, and whether svc allows them. */
export class Allowed {
  commands = $state.raw<readonly AllowedCommand[]>([]);
  loaded = $state(false);
  inForce = $state(false);
  /** What this page has added, by the question whose receipt it was. */
  #added = $state.raw<ReadonlyMap<string, string>>(mapOf());
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      const answer = await this.#app.api.get<{ in_force: boolean; commands: AllowedCommand[] }>(path);
      this.commands = answer.commands;
      this.inForce = answer.in_force;
      this.loaded = true;
    });
  }

  async setInForce(on: boolean): Promise<void> {
    await new SettingsSection(this.#app, 'ask').change({ allow_commands: on });
    await this.load();
  }

  /** Whether the command of a question was added from here, and is there still. */
  isAdded(question: string): boolean {
    const id = this.#added.get(question);
    return id !== undefined && this.commands.some((one) => one.id === id);
  }

  /** From its receipt on. */
  async add(question: string, done: (command: string) => string): Promise<void> {
    await this.#app.attempt(async () => {
      const added = await this.#app.api.post<AllowedCommand>(path, { question });
      this.#added = mapOf([...this.#added, [question, added.id]]);
      await this.#said(done(added.command));
    });
    await this.load();
  }

  async forget(one: AllowedCommand, done: string): Promise<void> {
    await this.#app.attempt(async () => {
      await this.#app.api.delete(`${path}/${encodeURIComponent(one.id)}`);
      await this.#said(done);
    });
    await this.load();
  }

  async #said(done: string): Promise<void> {
    this.#app.undoing.say(done, await this.#app.undoing.ofSettings());
  }
}

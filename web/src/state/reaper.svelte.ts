import { Refusal } from '../net/refusal';
import type { ReaperSettings, Settings } from '../protocol/settings';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { mapOf } from './sets';

const path = '/api/settings';
const favourites = 'sticky';

/** When idle programs are ended, and which sessions are spared. Each change is sent at once. */
export class Reaper {
  now = $state.raw<ReaperSettings>();
  /** The server's refusals by key; cleared by the next accepted change. */
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get minutes(): number {
    return (this.now?.session_ttl ?? 0) / 60;
  }

  get everyMinutes(): number {
    return (this.now?.interval ?? 0) / 60;
  }

  get sparesFavourites(): boolean {
    return this.spares(favourites);
  }

  /** The ids of sessions that are spared by name, one a line. */
  get sessions(): string {
    return this.#exempt.filter((name) => name.includes(':')).join('\n');
  }

  get #exempt(): readonly string[] {
    return this.now?.exempt ?? [];
  }

  spares(name: string): boolean {
    return this.#exempt.includes(name);
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => (this.now = (await this.#app.api.get<Settings>(path)).reaper));
  }

  setMinutes(minutes: number): Promise<void> {
    return this.#change({ session_ttl: Math.round(minutes * 60) });
  }

  setEveryMinutes(minutes: number): Promise<void> {
    return this.#change({ interval: Math.round(minutes * 60) });
  }

  setDryRun(on: boolean): Promise<void> {
    return this.#change({ dry_run: on });
  }

  setSparesFavourites(on: boolean): Promise<void> {
    return this.setSpares(favourites, on);
  }

  setSpares(name: string, on: boolean): Promise<void> {
    const others = this.#exempt.filter((other) => other !== name);
    return this.#change({ exempt: on ? [...others, name] : others });
  }

  setSessions(text: string): Promise<void> {
    const others = this.#exempt.filter((name) => !name.includes(':'));
    return this.#change({ exempt: [...others, ...text.split(/\s+/).filter(Boolean)] });
  }

  async #change(reaper: Partial<ReaperSettings>): Promise<void> {
    try {
      this.now = (await this.#app.api.patch<Settings>(path, { reaper })).reaper;
      this.wrong = mapOf();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.fields.size > 0) this.wrong = reason.fields;
      else this.#app.toasts.fail(sentence(reason));
    }
  }
}

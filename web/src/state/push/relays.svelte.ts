import { devicePath, type PushSettings, type PlaceTest } from '../../protocol/push';
import type { App } from '../app.svelte';
import { mapOf } from '../sets';
import { SettingsSection } from '../settingssection.svelte';

type Field = keyof PushSettings;

export type Place = 'ntfy' | 'webhook';

/** The places beside browsers that are told: saved values, and unsaved input. */
export class Relays {
  ntfy = $state('');
  token = $state('');
  webhook = $state('');
  key = $state('');
  busy = $state(false);
  /** What a test of a place came to, or that it is under way. */
  trials = $state.raw<ReadonlyMap<Place, PlaceTest | 'running'>>(mapOf());
  readonly #app: App;
  readonly #section: SettingsSection<'push'>;

  constructor(app: App) {
    this.#app = app;
    this.#section = new SettingsSection(app, 'push');
  }

  get now(): PushSettings | undefined {
    return this.#section.now;
  }

  get changed(): boolean {
    return (
      this.token !== '' ||
      this.key !== '' ||
      this.ntfy.trim() !== (this.now?.ntfy_url ?? '') ||
      this.webhook.trim() !== (this.now?.webhook_url ?? '')
    );
  }

  /** What the server said no to. */
  wrong(field: Field): string | undefined {
    return this.#section.wrong.get(`push.${field}`);
  }

  /** Only what is saved can be tried. */
  canTry(place: Place): boolean {
    const saved = this.now?.[`${place}_url`];
    return typeof saved === 'string' && saved === this[place].trim();
  }

  /** Sends the place a notice of its own, and says what it made of it. */
  async test(place: Place): Promise<void> {
    const others = [...this.trials].filter(([other]) => other !== place);
    this.trials = mapOf([...others, [place, 'running']]);
    let trial: PlaceTest | undefined;
    await this.#app.attempt(async () => {
      trial = await this.#app.api.post<PlaceTest>(`${devicePath(place)}/test`);
    });
    this.trials = mapOf(trial ? [...others, [place, trial]] : others);
  }

  async load(): Promise<void> {
    await this.#section.load();
    this.#take();
  }

  /** True when it was saved; what was not stays as it was typed. */
  async save(): Promise<boolean> {
    this.busy = true;
    await this.#section.change({
      ntfy_url: this.ntfy.trim() || null,
      webhook_url: this.webhook.trim() || null,
      ...this.#secret('ntfy_token', this.token),
      ...this.#secret('webhook_key', this.key),
    });
    this.busy = false;
    const saved = this.#section.wrong.size === 0 && this.#isAsTyped;
    if (saved) this.#take();
    return saved;
  }

  turn(field: 'hide_content' | 'private_addresses' | 'webhook_news', on: boolean): Promise<void> {
    return this.#section.change({ [field]: on });
  }

  forget(field: 'ntfy_token' | 'webhook_key'): Promise<void> {
    return this.#section.change({ [field]: null });
  }

  get #isAsTyped(): boolean {
    return this.ntfy.trim() === (this.now?.ntfy_url ?? '') && this.webhook.trim() === (this.now?.webhook_url ?? '');
  }

  /** Written only: what is kept is shown to nobody. */
  #secret(field: 'ntfy_token' | 'webhook_key', text: string): Partial<PushSettings> {
    return text === '' ? {} : { [field]: text };
  }

  #take(): void {
    this.ntfy = this.now?.ntfy_url ?? '';
    this.webhook = this.now?.webhook_url ?? '';
    this.token = '';
    this.key = '';
  }
}

import type { PushSettings } from '../../protocol/push';
import type { App } from '../app.svelte';
import { SettingsSection } from '../settingssection.svelte';

type Field = keyof PushSettings;

/** The places beside browsers that are told: saved values, and unsaved input. */
export class Relays {
  ntfy = $state('');
  token = $state('');
  webhook = $state('');
  key = $state('');
  busy = $state(false);
  readonly #section: SettingsSection<'push'>;

  constructor(app: App) {
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

  hide(hidden: boolean): Promise<void> {
    return this.#section.change({ hide_content: hidden });
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

import { Refusal } from '../net/refusal';
import { hasPasskeys, makePasskey } from '../net/webauthn';
import type { NoPasskeys, Passkey, PasskeyCreation, PasskeyList } from '../protocol/settings';
import { sentence } from '../text/problem';
import { words } from '../text/settings';
import type { App } from './app.svelte';

/** The passkeys of the account, and the making of one more. */
export class Passkeys {
  all = $state.raw<readonly Passkey[]>([]);
  loaded = $state(false);
  /** Why there can be none here. */
  why = $state<NoPasskeys | 'browser'>();
  /** Whether the name of a new one is asked for. */
  making = $state(false);
  name = $state('');
  wrong = $state('');
  busy = $state(false);
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      const { why, passkeys } = await this.#app.api.get<PasskeyList>('/api/passkeys');
      this.why = why ?? (hasPasskeys() ? undefined : 'browser');
      this.all = passkeys;
      this.loaded = true;
    });
  }

  begin(): void {
    this.name = '';
    this.wrong = '';
    this.making = true;
  }

  cancel(): void {
    this.making = false;
    this.wrong = '';
  }

  async make(): Promise<void> {
    const name = this.name.trim();
    if (!name || this.busy) return;
    await this.#app.proving.attempt(() => this.#make(name));
  }

  async #make(name: string): Promise<void> {
    this.busy = true;
    this.wrong = '';
    try {
      const options = await this.#app.api.post<PasskeyCreation>('/api/passkeys/options', { for: 'create' });
      const made = await makePasskey(options);
      if (made) await this.#keep(name, made);
      else this.wrong = words.passkeys.notMade;
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.code === 'proof_required') throw reason;
      this.wrong = sentence(reason);
    } finally {
      this.busy = false;
    }
  }

  async #keep(name: string, made: object): Promise<void> {
    await this.#app.api.post('/api/passkeys', { name, ...made });
    this.making = false;
    this.#app.toasts.say(words.passkeys.made);
    await this.load();
  }

  async end(one: Passkey): Promise<void> {
    await this.#app.attempt(() =>
      this.#app.proving.attempt(async () => {
        await this.#app.api.delete(`/api/passkeys/${encodeURIComponent(one.id)}`);
        this.#app.toasts.say(words.passkeys.ended);
        await this.load();
      }),
    );
  }
}

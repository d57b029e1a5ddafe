import { Refusal } from '../net/refusal';
import { words } from '../text/settings';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { mapOf } from './sets';

const shortest = 12;

/** A password change, validated here before the server is asked. */
export class PasswordForm {
  current = $state('');
  next = $state('');
  confirm = $state('');
  saving = $state(false);
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  readonly tooShort = $derived(this.next !== '' && this.next.length < shortest);
  readonly differ = $derived(this.confirm !== '' && this.confirm !== this.next);
  readonly ready = $derived(this.current !== '' && this.next.length >= shortest && this.confirm === this.next);
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async save(): Promise<boolean> {
    if (!this.ready) return false;
    this.saving = true;
    try {
      const { current, next, confirm } = this;
      await this.#app.api.post('/api/password', { current, new: next, confirm });
      await this.#app.resume(); // the login got a new id, and with it a new token
      this.#app.toasts.say(words.security.changed);
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.wrong =
        reason.fields.size > 0
          ? reason.fields
          : mapOf([[reason.code === 'invalid' ? 'new' : 'current', sentence(reason)]]);
      return false;
    } finally {
      this.saving = false;
    }
  }
}

import { Refusal } from '../net/refusal';
import type { FreshProof } from '../protocol/settings';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';

/** What asks for a fresh proof: it is given once, and then the same is tried again. */
export class Proving {
  /** Whether the password, a code or a passkey is asked for. */
  asked = $state(false);
  wrong = $state('');
  busy = $state(false);
  readonly #app: App;
  #again: (() => Promise<void>) | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** Does a step, again after a proof where one is asked for. Any other refusal is the caller's. */
  async attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.code !== 'proof_required') throw reason;
      this.wrong = '';
      this.#again = step;
      this.asked = true;
    }
  }

  async prove(proof: FreshProof): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wrong = '';
    try {
      await this.#app.api.post('/api/proof', proof);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.wrong = sentence(reason);
      return;
    } finally {
      this.busy = false;
    }
    const again = this.#again;
    this.cancel();
    if (again) await this.#app.attempt(again);
  }

  cancel(): void {
    this.asked = false;
    this.wrong = '';
    this.#again = undefined;
  }
}

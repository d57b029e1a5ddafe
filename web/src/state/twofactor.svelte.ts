import { Refusal } from '../net/refusal';
import type { Enrolment, FreshProof } from '../protocol/settings';
import { words } from '../text/settings';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';

/** Turning the second factor on and off, step by step. Secret and codes are shown once and kept nowhere. */
export class TwoFactor {
  enrolment = $state.raw<Enrolment>();
  /** Recovery codes that are to be kept now. */
  codes = $state.raw<string[]>();
  code = $state('');
  wrong = $state('');
  busy = $state(false);
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  begin(): Promise<boolean> {
    return this.#try(() =>
      this.#app.proving.attempt(async () => {
        this.enrolment = await this.#app.api.post<Enrolment>('/api/2fa/enroll');
      }),
    );
  }

  confirm(): Promise<boolean> {
    return this.#try(async () => {
      await this.#app.api.post('/api/2fa/confirm', { code: this.code.replace(/\s/g, '') });
      this.codes = this.enrolment?.recovery_codes;
      this.enrolment = undefined;
      await this.#app.resume();
      this.#app.toasts.say(words.security.turnedOn);
    });
  }

  turnOff(proof: FreshProof): Promise<boolean> {
    return this.#try(async () => {
      await this.#app.api.post('/api/2fa/disable', proof);
      await this.#app.resume();
      this.#app.toasts.say(words.security.turnedOff);
    });
  }

  renewCodes(proof: FreshProof): Promise<boolean> {
    return this.#try(async () => {
      const answer = await this.#app.api.post<{ recovery_codes: string[] }>('/api/2fa/recovery-codes', proof);
      this.codes = answer.recovery_codes;
    });
  }

  cancel(): void {
    [this.enrolment, this.codes, this.code, this.wrong] = [undefined, undefined, '', ''];
  }

  async #try(step: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.wrong = '';
    try {
      await step();
      this.code = '';
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.wrong = sentence(reason);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

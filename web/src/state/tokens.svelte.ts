import { Refusal } from '../net/refusal';
import type { ApiToken, FreshProof, NewApiToken, TokenScope } from '../protocol/settings';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { isWrongProof } from './proof';

const day = 86_400_000;

export const scopes: readonly TokenScope[] = ['read', 'organise', 'drive'];
/** Days that a token may hold; zero for as long as nobody ends it. */
export const spans = [30, 90, 365, 0] as const;
export type Span = (typeof spans)[number];

/** What lets programs in, and the making of one more. */
export class Tokens {
  all = $state.raw<readonly ApiToken[]>([]);
  loaded = $state(false);
  name = $state('');
  chosen = $state<Record<TokenScope, boolean>>({ read: true, organise: false, drive: false });
  days = $state<Span>(90);
  /** Just made: what opens is shown this once. */
  made = $state.raw<NewApiToken>();
  /** Whether the password or a code is asked for. */
  proving = $state(false);
  wrong = $state('');
  trouble = $state.raw<Refusal>();
  busy = $state(false);
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  get ready(): boolean {
    return this.name.trim() !== '' && scopes.some((scope) => this.chosen[scope]);
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      this.all = (await this.#app.api.get<{ tokens: ApiToken[] }>('/api/tokens')).tokens;
      this.loaded = true;
    });
  }

  begin(): void {
    this.name = '';
    this.chosen = { read: true, organise: false, drive: false };
    this.days = 90;
    this.forget();
  }

  /** Nothing of what was made is kept. */
  forget(): void {
    this.made = undefined;
    this.proving = false;
    this.wrong = '';
    this.trouble = undefined;
  }

  /** @param proof once it was asked for */
  async make(proof?: FreshProof): Promise<void> {
    if (!this.ready || this.busy) return;
    this.busy = true;
    this.trouble = undefined;
    try {
      const wish = {
        name: this.name.trim(),
        scopes: scopes.filter((scope) => this.chosen[scope]),
        expires_at: endOf(this.days, Date.now()),
        ...proof,
      };
      this.made = await this.#app.api.post<NewApiToken>('/api/tokens', wish);
      this.proving = false;
      await this.load();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.#refused(reason);
    } finally {
      this.busy = false;
    }
  }

  async end(one: ApiToken, done: string): Promise<void> {
    const gone = await this.#app.attempt(() => this.#app.api.delete(`/api/tokens/${encodeURIComponent(one.id)}`));
    if (gone) this.#app.toasts.say(done);
    await this.load();
  }

  #refused(reason: Refusal): void {
    if (reason.code === 'proof_required') this.proving = true;
    else if (isWrongProof(reason)) this.wrong = sentence(reason);
    else this.trouble = reason;
  }
}

function endOf(days: Span, now: number): string | null {
  return days === 0 ? null : new Date(now + days * day).toISOString();
}

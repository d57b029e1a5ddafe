import type { Api } from '../net/api';
import type { Resumable, ResumeResult } from '../protocol/session';
import type { Toasts } from './toasts.svelte';

/** The sessions whose programs ran when the host or the service went down, until they are resumed or dismissed. */
export class FallenSessions {
  #all = $state.raw<Resumable[]>([]);
  busy = $state(false);
  readonly #api: Api;
  readonly #toasts: Toasts;
  readonly #runs: (sid: string) => boolean;

  /** @param runs whether a session has a program again, whoever started it */
  constructor(api: Api, toasts: Toasts, runs: (sid: string) => boolean) {
    this.#api = api;
    this.#toasts = toasts;
    this.#runs = runs;
  }

  get list(): Resumable[] {
    return this.#all.filter(({ session }) => !this.#runs(session.id));
  }

  /** Those that svc had started: they are offered all at once. */
  get own(): Resumable[] {
    return this.list.filter((one) => one.ran_outside === null);
  }

  async load(): Promise<void> {
    this.#all = (await this.#api.get<{ resumable: Resumable[] }>('/api/resumable')).resumable;
  }

  /** Those that were refused stay, and each reason is said once. */
  async resume(sids: readonly string[]): Promise<void> {
    this.busy = true;
    try {
      const { results } = await this.#api.post<{ results: ResumeResult[] }>('/api/resumable/resume', { sids });
      const reasons = results.flatMap(({ refusal }) => refusal ?? []);
      for (const reason of reasons.filter((one, at) => reasons.indexOf(one) === at)) this.#toasts.fail(reason);
      const back = results.filter(({ refusal }) => refusal === null).map(({ sid }) => sid);
      this.#all = this.#all.filter(({ session }) => !back.includes(session.id));
    } finally {
      this.busy = false;
    }
  }

  async dismiss(sids: readonly string[]): Promise<void> {
    await this.#api.post('/api/resumable/dismiss', { sids });
    this.#all = this.#all.filter(({ session }) => !sids.includes(session.id));
  }
}

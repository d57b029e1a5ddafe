import type { Api } from '../../net/api';
import { Refusal } from '../../net/refusal';
import { changesPath, type Changes, type ChangeScope } from '../../protocol/changes';
import { setOf } from '../sets';

/** What the server says that a session changed. What comes while somebody reads waits until it is wanted. */
export class DiffSource {
  scope = $state<ChangeScope>('session');
  answer = $state.raw<Changes>();
  /** A newer answer, and how many changes of it are new. */
  newer = $state.raw<{ changes: Changes; count: number }>();
  loading = $state(false);
  trouble = $state.raw<Refusal>();
  readonly #api: Api;
  readonly #sid: string;
  readonly #told: (changes: Changes) => void;
  #asked = 0;
  #again = false;

  constructor(api: Api, sid: string, told: (changes: Changes) => void) {
    this.#api = api;
    this.#sid = sid;
    this.#told = told;
  }

  async choose(scope: ChangeScope): Promise<void> {
    if (scope === this.scope && this.answer) return;
    this.scope = scope;
    this.answer = undefined;
    this.newer = undefined;
    this.trouble = undefined;
    await this.#load();
  }

  /** One request at a time: what is heard meanwhile leads to one more. */
  async refresh(): Promise<void> {
    if (this.loading) this.#again = true;
    else await this.#load();
  }

  /** What came meanwhile is wanted now. */
  take(): void {
    if (!this.newer) return;
    this.answer = this.newer.changes;
    this.newer = undefined;
  }

  async #load(): Promise<void> {
    const turn = (this.#asked += 1);
    const { scope } = this;
    this.loading = true;
    this.#again = false;
    try {
      const changes = await this.#api.get<Changes>(changesPath(this.#sid), scope === 'session' ? {} : { scope });
      if (turn !== this.#asked) return;
      this.trouble = undefined;
      this.#told(changes);
      this.#heard(changes);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (turn === this.#asked) this.trouble = reason;
    } finally {
      if (turn === this.#asked) this.loading = false;
    }
    if (turn === this.#asked && this.#again) await this.#load();
  }

  #heard(changes: Changes): void {
    const { answer } = this;
    if (!answer || answer.files.length === 0) {
      this.answer = changes;
      this.newer = undefined;
      return;
    }
    const count = newIn(changes, answer);
    if (count > 0 || changes.files.length !== answer.files.length) this.newer = { changes, count: Math.max(1, count) };
    else {
      // What is read stays as it is; the rest may have changed.
      this.answer = { ...changes, files: answer.files };
      this.newer = undefined;
    }
  }
}

/** How many hunks one answer has that another one has not. */
export function newIn(changes: Changes, before: Changes): number {
  const known = setOf(before.files.flatMap((file) => hunksOf(file)));
  return changes.files.flatMap((file) => hunksOf(file)).filter((hunk) => !known.has(hunk)).length;
}

/** A file without hunks, as a picture, is known by its numbers. */
function hunksOf({ path, status, additions, deletions, hunks }: Changes['files'][number]): string[] {
  if (hunks.length === 0) return [JSON.stringify([path, status, additions, deletions])];
  return hunks.map(({ turn, lines }) => JSON.stringify([path, turn, lines.map(({ op, text }) => op + text)]));
}

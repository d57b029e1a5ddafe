import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { AuditQuery, EventPage } from '../protocol/journal';
import { sessionPath } from '../protocol/session';
import { t } from '../text';
import { sentence } from '../text/problem';
import type { Actions } from './actions.svelte';
import { wayBack, type WayBack } from './batch';
import type { Toasts } from './toasts.svelte';

/** Undoes journal entries, one or a whole batch. */
export class Undoing {
  /** Called after an attempt, so that views can be reloaded. */
  onChange: () => void = () => undefined;
  readonly #api: Api;
  readonly #toasts: Toasts;
  readonly #actions: Actions;

  constructor(api: Api, toasts: Toasts, actions: Actions) {
    this.#api = api;
    this.#toasts = toasts;
    this.#actions = actions;
  }

  /** Reports what was done; the toast and the key `u` can undo it. */
  say(done: string, back: WayBack | undefined): void {
    if (!back) {
      this.#toasts.say(done);
      return;
    }
    let unsay = (): void => undefined;
    const undo = this.#actions.remember(() => {
      unsay();
      return this.takeBack(back);
    });
    unsay = this.#toasts.say(done, { label: t.undo, key: 'u', run: undo });
  }

  /** Where a later change depends on it, a person decides. */
  async takeBack(what: WayBack, force = false): Promise<void> {
    try {
      await this.#api.post('/api/metadata/undo', force ? { ...what, force } : what);
      this.#toasts.say(t.history.undone);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      const anyway = { label: t.history.force, run: () => void this.takeBack(what, true) };
      if (reason.status === 409 && !force) this.#toasts.fail(reason.message || t.history.notUndone, anyway);
      else this.#toasts.fail(sentence(reason));
    }
    this.onChange();
  }

  /** How to undo what was just done to a project. */
  ofProject(project: string, type: string): Promise<WayBack | undefined> {
    return this.#newest('/api/audit', { project, type });
  }

  /** How to undo what was just done to a saved view. */
  ofView(view: string, type: string): Promise<WayBack | undefined> {
    return this.#newest('/api/audit', { view, type });
  }

  /** How to undo what was just done to the settings. */
  ofSettings(): Promise<WayBack | undefined> {
    return this.#newest('/api/audit', { type: 'settings_changed' });
  }

  /** How to undo what was just done to a session, and to its whole batch. */
  ofSession(sid: string): Promise<WayBack | undefined> {
    return this.#newest(sessionPath(sid, '/events'), {});
  }

  async #newest(path: string, query: AuditQuery): Promise<WayBack | undefined> {
    const { events } = await this.#api.get<EventPage>(path, { ...query, limit: 1 });
    return events[0] && wayBack(events[0]);
  }
}

import { Refusal } from '../net/refusal';
import type { SavedView } from '../protocol/view';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { createView, renameView } from './viewactions';

/** The name of a view in the form: of a new one, or another name for one. */
export class ViewForm {
  name = $state('');
  saving = $state(false);
  wrong = $state<string>();
  readonly #app: App;
  readonly #view: SavedView | undefined;

  constructor(app: App, view: SavedView | undefined) {
    this.#app = app;
    this.#view = view;
    this.name = view?.name ?? '';
  }

  /** True when it is saved; else it says why not. */
  async save(): Promise<boolean> {
    if (this.saving) return false;
    this.saving = true;
    try {
      if (this.#view) await renameView(this.#app, this.#view, this.name);
      else await createView(this.#app, this.name);
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.wrong = [...reason.fields.values()].join(' ') || sentence(reason);
      return false;
    } finally {
      this.saving = false;
    }
  }
}

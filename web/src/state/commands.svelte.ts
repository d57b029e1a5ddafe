import type { App } from './app.svelte';
import type { Command } from './keys';

/** The page's elements that commands need. */
export interface Stage {
  focusFilter(): void;
  focusList(): void;
  /** Out of the terminal, to where the keys are the page's. */
  leaveTerminal(): void;
}

/** Runs the command of a key on the ticked rows, the row under the cursor or the open session. */
export class Commands {
  /** The row that the keyboard stands on. */
  active = $state<string>();
  readonly #app: App;
  readonly #stage: Stage;

  constructor(app: App, stage: Stage) {
    this.#app = app;
    this.#stage = stage;
  }

  /** True when something was done: then the key has no other meaning. */
  run(command: Command): boolean {
    const app = this.#app;
    switch (command.do) {
      case 'palette':
        app.overlay = app.overlay === 'palette' ? undefined : 'palette';
        return true;
      case 'sheet':
        app.overlay = 'keys';
        return true;
      case 'create':
        app.overlay = 'create';
        return true;
      case 'filter':
        return this.#filter();
      case 'undo':
        void app.actions.undoLast();
        return true;
      case 'toggleList':
        app.appearance.showList(!app.appearance.listShown);
        return true;
      case 'leave':
        this.#stage.leaveTerminal();
        return true;
      case 'switch':
        return this.#open(app.live.rows[command.to - 1]?.id);
      case 'move':
        this.active = this.#neighbour(this.active, command.by);
        this.#stage.focusList();
        return true;
      case 'neighbour':
        return this.#open(this.#neighbour(this.#opened ?? this.active, command.by), true);
      case 'find':
        return false;
      case 'star':
      case 'archive':
      case 'rename':
        return this.#act(command.do);
    }
  }

  get #opened(): string | undefined {
    const { where } = this.#app.place;
    return where.at === 'session' ? where.sid : undefined;
  }

  #filter(): boolean {
    const { appearance, place, travel } = this.#app;
    appearance.showList(true);
    if (place.where.at === 'settings' || (place.where.at === 'activity' && !travel.active)) place.go({ at: 'list' });
    this.#stage.focusFilter();
    return true;
  }

  #neighbour(of: string | undefined, by: number): string | undefined {
    const { rows } = this.#app;
    const at = rows.findIndex((row) => row.id === of);
    return rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.id;
  }

  #open(id: string | undefined, browsing = false): boolean {
    if (id) this.#app.open(id, browsing);
    return id !== undefined;
  }

  #act(what: 'star' | 'archive' | 'rename'): boolean {
    const app = this.#app;
    if (app.travel.active) return false; // the past is read-only
    const ticked = app.sessions.rows.filter((row) => app.selection.ids.has(row.id));
    const id = this.active ?? this.#opened;
    const one = id ? app.find(id) : undefined;
    const rows = ticked.length > 0 ? ticked : one ? [one] : [];
    const first = rows[0];
    if (!first) return false;
    if (what === 'rename') app.renaming = first.id;
    else if (what === 'star') void app.actions.favourite(rows, !first.sticky);
    else void app.actions.archive(rows, !first.archived);
    return true;
  }
}

import { t } from '../text';
import type { App } from './app.svelte';
import type { Command } from './keys';
import type { Panes } from './panes/panes.svelte';
import { phone } from './phone';
import { isAlone } from './place.svelte';

/** The page's elements that commands need. */
export interface Stage {
  focusFilter(): void;
  focusList(): void;
  inList(): boolean;
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
      case 'home':
        app.place.home();
        app.homeWanted += 1;
        return true;
      case 'board':
        app.place.go({ at: 'board' });
        app.boardWanted += 1;
        return true;
      case 'ask':
        return this.#toQuestion();
      case 'goList':
        return this.#toList();
      case 'usage':
        app.place.go({ at: 'usage', span: '30d' });
        return true;
      case 'activity':
        app.place.go({ at: 'activity' });
        return true;
      case 'settings':
        app.place.go({ at: 'settings', page: 'general' });
        return true;
      case 'switch':
        if (!app.place.split || matchMedia(phone).matches) return this.#open(app.live.rows[command.to - 1]?.id);
        return this.#pane((panes) => panes.focusNumber(command.to));
      case 'view':
        return this.#view(command.to);
      case 'divide':
        return this.#pane((panes) => panes.divide(command.across));
      case 'pane':
        return app.place.split !== undefined && this.#pane((panes) => panes.focusNeighbour(command.to));
      case 'onlyPane':
        return app.place.split !== undefined && this.#pane((panes) => panes.only());
      case 'addPane':
        return this.#addPane();
      case 'move':
        this.active = this.#neighbour(this.active, command.by);
        this.#stage.focusList();
        return true;
      case 'neighbour':
        return this.#open(this.#neighbour(this.#opened ?? this.active, command.by), command.stays);
      case 'nextWaiting':
        return this.#nextWaiting();
      case 'details':
        if (this.#opened === undefined) return false;
        app.appearance.showDetails(!app.appearance.detailsShown);
        return true;
      case 'hit':
        return this.#hit(command.by);
      case 'find':
        return false;
      case 'star':
      case 'archive':
      case 'rename':
      case 'snooze':
      case 'assign':
        return this.#act(command.do);
    }
  }

  /** The one that has waited longest, then the one after that which is open. */
  #nextWaiting(): boolean {
    const { waiting } = this.#app.live;
    const at = waiting.findIndex((row) => row.id === this.#opened);
    return this.#open(waiting[(at + 1) % waiting.length]?.id);
  }

  /** The card of what the open session asks, else of what waits longest. */
  #toQuestion(): boolean {
    const { ask, place } = this.#app;
    const id = (this.#opened === undefined ? undefined : ask.of(this.#opened))?.id;
    if (isAlone(place.where) || matchMedia(phone).matches) place.go({ at: 'ask', id });
    else ask.look(id);
    return true;
  }

  get #opened(): string | undefined {
    const { where } = this.#app.place;
    return where.at === 'session' ? where.sid : undefined;
  }

  #filter(): boolean {
    const { appearance, place, travel } = this.#app;
    appearance.showList(true);
    const { at } = place.where;
    if (isAlone(place.where) || at === 'board' || (at === 'activity' && !travel.active)) place.go({ at: 'list' });
    this.#stage.focusFilter();
    return true;
  }

  #view(number: number): boolean {
    const { appearance, views } = this.#app;
    const view = views.all[number - 1];
    if (!view) return false;
    appearance.showList(true);
    views.open(view);
    return true;
  }

  #toList(): boolean {
    const { appearance, place } = this.#app;
    if (this.#stage.inList()) {
      this.#app.opened += 1; // back to the terminal that was left for it
      return true;
    }
    appearance.showList(true);
    if (isAlone(place.where)) place.go({ at: 'list' });
    this.#stage.focusList();
    return true;
  }

  #neighbour(of: string | undefined, by: number): string | undefined {
    return this.#app.list.neighbour(of, by)?.id;
  }

  #open(id: string | undefined, browsing = false): boolean {
    if (id) this.#app.open(id, browsing);
    return id !== undefined;
  }

  /** A phone shows one session, and the pages beside those of sessions have no panes. */
  #pane(step: (panes: Panes) => unknown, fromBoard = false): boolean {
    const { at } = this.#app.place.where;
    const here = at === 'session' || at === 'list' || (at === 'board' && fromBoard);
    if (!here || matchMedia(phone).matches) return false;
    this.#app.withPanes(step);
    return true;
  }

  /** The hit before or behind the one that is read. */
  #hit(by: 1 | -1): boolean {
    const { reader, search } = this.#app;
    if (!reader && !search) return false;
    this.#app.browsing = true;
    this.#app.withSearch(({ walk }) => walk.step(by));
    return true;
  }

  #addPane(): boolean {
    const { active } = this;
    if (active === undefined || this.#app.travel.active) return false;
    return this.#pane((panes) => {
      panes.add(active);
    }, true);
  }

  #act(what: 'star' | 'archive' | 'rename' | 'snooze' | 'assign'): boolean {
    const app = this.#app;
    if (app.travel.active) return false; // the past is read-only
    const ticked = app.ticked;
    const id = this.active ?? this.#opened;
    const one = id ? app.find(id) : undefined;
    if (ticked.length === 0 && one?.host && !app.may(one, 'organise')) {
      app.toasts.say(t.hosts.denied(one.host, 'organise'));
      return true;
    }
    const rows = ticked.length > 0 ? ticked : one ? [one] : [];
    const first = rows[0];
    if (!first) return false;
    if (what === 'rename') app.renaming = first.id;
    else if (what === 'snooze') app.snoozing = rows;
    else if (what === 'assign') app.moving = rows;
    else if (what === 'star') void app.actions.favourite(rows, !first.sticky);
    else
      void app.actions.archive(rows, !first.archived).then((done) => {
        if (done) app.selection.clear();
      });
    return true;
  }
}

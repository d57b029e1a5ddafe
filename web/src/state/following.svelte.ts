import { LiveFeed } from '../net/live';
import { idOf, isOfAccount, rowOf, type LiveEvent } from '../protocol/live';
import type { App } from './app.svelte';
import { setOf } from './whole';

/** Keeps what is shown in step with what the server tells, and with what it told while nobody could hear. */
export class Following {
  linked = $state(true);
  readonly #app: App;
  readonly #feed: LiveFeed;

  constructor(app: App, feed: LiveFeed) {
    this.#app = app;
    this.#feed = feed;
    feed.onEvent = (event) => {
      this.#heard(event);
    };
    feed.onLink = (linked) => {
      this.#link(linked);
    };
  }

  start(): void {
    this.#feed.start();
  }

  #heard(event: LiveEvent): void {
    const app = this.#app;
    const row = event.type === 'session' ? rowOf(event.data) : undefined;
    if (row) app.show(row);
    if (event.type === 'session_gone') {
      const id = idOf(event.data);
      if (id) app.sessions.remove(setOf([id]));
    }
    if (event.type === 'project' || event.type === 'resync') void app.attempt(() => app.projects.load());
    if (event.type === 'settings') void app.attempt(() => app.offered.loadReviewing());
    if (event.type === 'settings' && isOfAccount(event.data)) void app.attempt(() => app.access.configure());
    if (event.type === 'terminal' || event.type === 'review') void app.opened.refresh();
    app.changes += 1;
    app.sessions.refreshSoon();
    app.live.refreshSoon();
  }

  #link(linked: boolean): void {
    const again = linked && !this.linked;
    this.linked = linked;
    if (again) {
      this.#app.refresh();
      void this.#app.attempt(() => this.#app.access.compareVersions());
    } else if (linked)
      this.#app.sessions.refreshSoon(); // what happened between the first list and the first link
    else void this.#app.access.check();
  }
}

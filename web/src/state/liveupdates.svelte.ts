import { LiveFeed } from '../net/live';
import { idOf, rowOf, runOf, settingsOf, isReady, type LiveEvent } from '../protocol/live';
import type { App } from './app.svelte';

/** Keeps the views in step with the server's events, and catches up on those missed. */
export class LiveUpdates {
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
    feed.onGap = () => {
      this.#catchUp();
    };
  }

  start(): void {
    this.#feed.start();
  }

  rest(): void {
    this.#feed.rest();
  }

  wake(): void {
    this.#feed.wake();
  }

  hurry(): void {
    this.#feed.hurry();
  }

  #heard(event: LiveEvent): void {
    const app = this.#app;
    if (event.type === 'search') {
      // Every two seconds while it grows: nothing else changes with it.
      app.indexChanged(isReady(event.data));
      return;
    }
    if (event.type === 'question') {
      app.ask.heard(event.type, event.data);
      return;
    }
    if (event.type === 'budget') {
      app.budgets.heard(event.data);
      return;
    }
    app.changes += 1;
    switch (event.type) {
      case 'session':
        this.#session(event.data);
        return;
      case 'session_gone':
        this.#ofOne(idOf(event.data), (id) => {
          app.news.gone(id);
        });
        return;
      case 'terminal':
        this.#ofOne(runOf(event.data), (run) => {
          app.news.ran(run);
        });
        return;
      case 'question_settled':
        app.ask.heard(event.type, event.data);
        return;
      case 'review':
        this.#ofOne(idOf(event.data), (id) => void app.news.learn(id));
        return;
      case 'project':
        void app.keepUp(() => app.projects.load());
        app.sessions.refreshSoon(); // the facets bear its name
        return;
      case 'view':
        void app.keepUp(() => app.views.load());
        return;
      case 'settings':
        this.#settings(event.data);
        return;
      case 'resync':
        app.refresh();
    }
  }

  /** An event without a subject may be about any session. */
  #ofOne<T>(told: T | undefined, tell: (told: T) => void): void {
    if (told === undefined) this.#app.refreshSessions();
    else tell(told);
  }

  /** A missing row means that the session existed and is no longer found. */
  #session(data: unknown): void {
    const id = idOf(data);
    if (id !== undefined) this.#app.changed(id);
    this.#ofOne(rowOf(data), (row) => {
      this.#app.news.told(row);
    });
  }

  /** People's review marks are in the rows: excluded sessions, and handled reviews. */
  #settings(data: unknown): void {
    const app = this.#app;
    void app.keepUp(() => app.capabilities.loadReviewing());
    const of = settingsOf(data);
    if (of === 'account') void app.keepUp(() => app.access.configure());
    else if (of !== 'prefs') {
      app.refreshSessions();
      app.indexChanged(true);
      void app.keepUp(() => app.budgets.load());
    }
  }

  #link(linked: boolean): void {
    const again = linked && !this.linked;
    this.linked = linked;
    if (again) this.#catchUp();
    else if (linked) {
      // What happened between the first answers and the first connection.
      this.#app.refreshSessions();
      void this.#app.ask.load();
    } else {
      this.#app.ask.unlinked();
      void this.#app.access.check();
    }
  }

  /** Asks for all that the events of a while may have been about; the configuration says the version as well. */
  #catchUp(): void {
    const app = this.#app;
    app.refresh();
    void app.keepUp(() => app.access.configure());
    void app.keepUp(() => app.capabilities.loadReviewing());
    void app.keepUp(() => app.fallen.load());
    void app.keepUp(() => app.budgets.load());
  }
}

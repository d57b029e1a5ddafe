import { SvelteMap } from 'svelte/reactivity';
import { TermSocket } from '../../net/termsocket';
import type { App } from '../app.svelte';
import { moveDrafts } from '../diffs/drafts.svelte';
import { Screen } from './screen';
import { TerminalSession, type Opening } from './session.svelte';
import { randomMark, viewerName } from './viewer';

/** Each open terminal holds a graphics context, and browsers allow sixteen. */
const most = 10;

/** The terminals of this tab by session, the most recent ones kept alive: switching back shows them as they were. */
export class Terminals {
  readonly #all = new SvelteMap<string, TerminalSession>();
  /** Placeholders and the ids that took their place: a view may ask by the old one until it is drawn again. */
  readonly #adoptions = new SvelteMap<string, string>();
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  find(sid: string): TerminalSession | undefined {
    return this.#all.get(sid) ?? this.#all.get(this.#adoptions.get(sid) ?? '');
  }

  /** The session's terminal, opened if necessary. Only a person's wish leads here: opening starts the program. */
  open(opening: Opening): TerminalSession {
    const known = this.#all.get(opening.sid);
    if (known) {
      this.#all.delete(opening.sid);
      this.#all.set(opening.sid, known);
      if (known.link === 'final') known.reopen(opening);
      return known;
    }
    const session = new TerminalSession(
      opening,
      new Screen(this.#app.appearance),
      (attach, listener) => new TermSocket(attach, listener),
      viewerName(navigator.userAgent, randomMark()),
    );
    session.onAdopted = (from, to) => {
      this.#adopted(session, from, to);
    };
    this.#all.set(opening.sid, session);
    this.#evict();
    return session;
  }

  /** Forgets a terminal that never came to be. */
  drop(sid: string): void {
    this.#all.get(sid)?.dispose();
    this.#all.delete(sid);
  }

  restyle(): void {
    for (const session of this.#all.values()) session.screen.restyle(this.#app.appearance);
  }

  reconnect(): void {
    for (const session of this.#all.values()) {
      const then = session.ending?.then;
      if (then === 'signIn' || then === 'changePassword') session.connect();
    }
  }

  hurry(): void {
    for (const session of this.#all.values()) session.hurry();
  }

  #adopted(session: TerminalSession, from: string, to: string): void {
    this.#adoptions.set(from, to);
    this.#all.delete(from);
    this.#all.set(to, session);
    const row = this.#app.begun.get(from);
    if (row) this.#app.begun.set(to, { ...row, id: to, native_id: to.slice(to.indexOf(':') + 1) });
    moveDrafts(from, to);
    this.#app.place.rename(from, to);
  }

  #evict(): void {
    for (const [sid, session] of this.#all) {
      if (this.#all.size <= most) return;
      this.#all.delete(sid);
      session.dispose();
    }
  }
}

import { sessionPath, type SessionRow } from '../protocol/session';
import { t } from '../text';
import { speakOfOutside, words } from '../text/outside';
import type { App } from './app.svelte';
import { waysOf } from './ways';

/** What is done about programs outside svc, with its words. */
export async function outsideOf(app: App): Promise<Outside> {
  await speakOfOutside();
  return new Outside(app);
}

export class Outside {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** What a wish to resume means where a program runs already: the gentlest way that there is. */
  async resume(row: SessionRow): Promise<void> {
    const ways = row.elsewhere ? waysOf(row.elsewhere) : undefined;
    if (ways?.join) await this.join(row);
    else if (ways?.insist) await this.insist(row);
    else this.#app.place.go({ at: 'session', sid: row.id, tab: 'terminal', turn: undefined });
  }

  /** Opens the terminal of the program here as well. */
  join(row: SessionRow): Promise<void> {
    return this.#app.resumeProgram(row.id, { join: true });
  }

  /** Closes what was joined; the program goes on where it is. */
  async leave(row: SessionRow): Promise<void> {
    if (!(await this.#change(row, '/end', { force: true }))) return;
    this.#app.toasts.say(words.left, { label: t.outside.join, run: () => void this.join(row) });
  }

  /** Ends the program there, once somebody is sure, and resumes the session here. */
  async bringHere(row: SessionRow): Promise<void> {
    const { bringSure: title, bringWhy: why, bringYes: yes } = words;
    if (!(await this.#app.questions.ask({ title, why, yes }))) return;
    if (await this.#change(row, '/bring-here', { confirm: true })) await this.#app.resumeProgram(row.id);
  }

  /** Resumes although a program may be on it, once somebody is sure. */
  async insist(row: SessionRow): Promise<void> {
    const { insistSure: title, insistWhy: why } = words;
    if (!(await this.#app.questions.ask({ title, why, yes: t.terminal.resumeAnyway.replace(/ ?…/, '') }))) return;
    await this.#app.resumeProgram(row.id, { insist: true });
  }

  /** What is shown may be stale after a refusal: then the row is asked for. */
  async #change(row: SessionRow, verb: string, body: object): Promise<boolean> {
    const { api, news } = this.#app;
    const asked = news.moment;
    const done = await this.#app.attempt(async () => {
      news.answered(await api.post<SessionRow>(sessionPath(row.id, verb), body), asked);
    });
    if (!done) void news.learn(row.id);
    return done;
  }
}

import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import { Refusal } from '../net/refusal';
import type { Config, Theme } from '../protocol/config';
import type { Engine } from '../protocol/engine';
import type { EngineKey, SessionRow } from '../protocol/session';
import { t } from '../text';
import { sentence } from '../text/problem';
import { SvelteMap } from 'svelte/reactivity';
import type { WayBack } from './batch';
import { Access } from './access.svelte';
import { Actions } from './actions.svelte';
import { Clock } from './clock.svelte';
import { Following } from './following.svelte';
import { LiveSessions } from './livesessions.svelte';
import { Looks } from './looks.svelte';
import { Notices } from './notices.svelte';
import { Opened } from './opened.svelte';
import { Place } from './place.svelte';
import { Projects } from './projects.svelte';
import { Selection } from './selection.svelte';
import { Sessions } from './sessions.svelte';
import type { Terminals } from './terminal/terminals.svelte';
import { ThemeChoice } from './theme.svelte';
import { TimeTravel } from './timetravel.svelte';
import { Titles } from './titles.svelte';
import { Toasts } from './toasts.svelte';
import { Undoing } from './undoing';
import { setOf } from './whole';

export type Overlay = 'palette' | 'keys' | 'create' | undefined;

/** The whole page in one place: who knows whom is read here, and nowhere else. */
export interface Question {
  title: string;
  why: string;
  yes: string;
  answer: (yes: boolean) => void;
}

export class App {
  readonly api: Api;
  readonly place: Place;
  readonly access: Access;
  readonly toasts = new Toasts();
  readonly clock = new Clock();
  readonly looks = new Looks();
  readonly theme = new ThemeChoice();
  readonly selection = new Selection();
  readonly sessions: Sessions;
  readonly live: LiveSessions;
  readonly projects: Projects;
  readonly opened: Opened;
  readonly actions: Actions;
  readonly undoing: Undoing;
  readonly titles: Titles;
  readonly notices: Notices;
  readonly travel: TimeTravel;
  engines = $state.raw<Engine[]>([]);
  /** Why the page cannot begin. */
  trouble = $state.raw<Refusal>();
  /** The paths that this server serves, as its own description says: what it lacks is not offered. */
  served = $state.raw<ReadonlySet<string>>(setOf());
  /** The AI review is on, so that it can be asked for. */
  reviewing = $state(false);
  /** There once a terminal was opened: the emulator is not part of the first paint. */
  terminals = $state.raw<Terminals>();
  overlay = $state<Overlay>();
  renaming = $state<string>();
  /** What a person is asked before something is done that cannot be taken back. */
  question = $state.raw<Question>();
  /** Counts changes of the journal, so that histories know when to ask again. */
  changes = $state(0);
  /** Sessions begun in this tab that the server does not list yet. */
  readonly begun = new SvelteMap<string, SessionRow>();
  readonly #following: Following;

  constructor(window: Window, api = new Api(), feed = new LiveFeed()) {
    this.api = api;
    this.#following = new Following(this, feed);
    this.place = new Place(window);
    this.access = new Access(api, this.place);
    this.sessions = new Sessions(api);
    this.live = new LiveSessions(api);
    this.projects = new Projects(api);
    this.opened = new Opened(api, (sid) => this.begun.has(sid) && !this.#isListed(sid));
    this.actions = new Actions(api, this.toasts);
    this.titles = new Titles(api);
    this.undoing = new Undoing(api, this.toasts);
    this.actions.mayEnd = (rows) =>
      this.ask({ title: t.action.endSure(rows.length), why: t.action.endWhy, yes: t.action.endAndArchive });
    this.travel = new TimeTravel(api);
    this.notices = new Notices((sid) => {
      this.open(sid);
    });
    this.#connect();
  }

  async start(): Promise<void> {
    try {
      await this.#configure();
      this.access.goToWanted();
      this.#following.start();
      await Promise.all([this.projects.load(), this.loadEngines(), this.live.load(), this.#loadServed()]);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = reason;
    }
  }

  /** After a sign-in in another tab: a new token, and everything that was missed. */
  async resume(): Promise<void> {
    await this.#configure();
    this.access.asks = undefined;
    this.#following.start();
    this.terminals?.reconnect();
    this.refresh();
  }

  get config(): Config | undefined {
    return this.access.config;
  }

  get linked(): boolean {
    return this.#following.linked;
  }

  /** Puts a question; answered with no when another one takes its place. */
  ask(words: Omit<Question, 'answer'>): Promise<boolean> {
    this.question?.answer(false);
    return new Promise((resolve) => {
      const answer = (yes: boolean): void => {
        this.question = undefined;
        resolve(yes);
      };
      this.question = { ...words, answer };
    });
  }

  /** Asks for everything again, after something was done here or the connection came back. */
  refresh(): void {
    this.sessions.refreshSoon(true);
    this.live.refreshSoon();
    this.changes += 1;
    void this.opened.refresh();
    void this.attempt(() => this.projects.load());
  }

  async loadEngines(): Promise<void> {
    this.engines = (await this.api.get<{ engines: Engine[] }>('/api/engines')).engines;
  }

  async withTerminals(): Promise<Terminals> {
    const { Terminals: Loaded } = await import('./terminal/terminals.svelte');
    return (this.terminals ??= new Loaded(this));
  }

  /** What the list shows: the rows of now, or of the moment that is looked at. */
  get rows(): SessionRow[] {
    return this.travel.active ? this.travel.rows : this.sessions.rows;
  }

  get hasTranscripts(): boolean {
    return this.served.has('/api/sessions/{sid}/history');
  }

  label(engine: EngineKey): string {
    return this.config?.labels[engine] ?? this.engines.find((one) => one.engine === engine)?.label ?? engine;
  }

  titleOf(row: SessionRow): string {
    return row.title ?? row.first_message ?? t.list.untitled;
  }

  find(id: string): SessionRow | undefined {
    const { row } = this.opened;
    if (row?.id === id) return row;
    return this.sessions.find(id) ?? this.live.rows.find((one) => one.id === id) ?? this.begun.get(id);
  }

  /** New facts about one session, wherever it is shown. */
  show(row: SessionRow): void {
    this.sessions.put(row);
    this.opened.put(row);
  }

  open(sid: string): void {
    this.place.go({ at: 'session', sid, tab: undefined, turn: undefined });
  }

  async chooseTheme(theme: Theme): Promise<void> {
    this.theme.choose(theme);
    await this.attempt(() => this.api.post('/api/prefs', { theme }));
  }

  /** Says what was done, with its way back in the toast and behind the key `u`. */
  sayDone(said: string, back: WayBack | undefined): void {
    if (!back) {
      this.toasts.say(said);
      return;
    }
    const undo = this.actions.remember(() => this.undoing.takeBack(back));
    this.toasts.say(said, { label: t.undo, key: 'u', run: undo });
  }

  /** Has these sessions reviewed, or all. */
  async reviewNow(rows?: readonly SessionRow[]): Promise<void> {
    await this.attempt(async () => {
      const wish = rows ? { sids: rows.map((row) => row.id) } : {};
      const { sessions } = await this.api.post<{ sessions: number }>('/api/ai-review/run', wish);
      this.toasts.say(t.review.begun(sessions));
    });
  }

  /** Runs what may be refused and says why it was. True when it went well. */
  async attempt(step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (!this.access.asks) this.toasts.fail(sentence(reason));
      return false;
    }
  }

  #isListed(sid: string): boolean {
    return this.live.rows.some((row) => row.id === sid) || this.sessions.find(sid) !== undefined;
  }

  #connect(): void {
    this.actions.onRow = (row) => {
      this.show(row);
    };
    this.actions.onChange = () => {
      this.refresh();
    };
    this.undoing.onChange = () => {
      this.refresh();
    };
    this.live.onWaiting = (row) => {
      this.notices.waiting(row.id, t.link.waiting(this.titleOf(row)), row.review?.summary ?? '');
    };
  }

  async #loadServed(): Promise<void> {
    const { paths } = await this.api.get<{ paths: Record<string, unknown> }>('/api/openapi.json');
    this.served = setOf(Object.keys(paths));
    await this.loadReviewing();
  }

  async loadReviewing(): Promise<void> {
    if (!this.served.has('/api/ai-review')) return;
    this.reviewing = (await this.api.get<{ state: string }>('/api/ai-review')).state !== 'off';
  }

  async #configure(): Promise<void> {
    this.theme.choose((await this.access.configure()).theme);
  }
}

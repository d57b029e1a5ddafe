import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import { Refusal } from '../net/refusal';
import type { Config, Theme } from '../protocol/config';
import type { Engine } from '../protocol/engine';
import { idOf, rowOf, type LiveEvent } from '../protocol/live';
import type { EngineKey, SessionRow } from '../protocol/session';
import { t } from '../text';
import { sentence } from '../text/problem';
import { SvelteMap } from 'svelte/reactivity';
import { Actions } from './actions.svelte';
import { Clock } from './clock.svelte';
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
import { Toasts } from './toasts.svelte';

const wanted = 'svc.wanted';

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
  readonly notices: Notices;
  readonly travel: TimeTravel;
  config = $state.raw<Config>();
  engines = $state.raw<Engine[]>([]);
  /** Why the page cannot begin. */
  trouble = $state.raw<Refusal>();
  /** The paths that this server serves, as its own description says: what it lacks is not offered. */
  served = $state.raw<ReadonlySet<string>>(new Set());
  signedOut = $state(false);
  linked = $state(true);
  /** The AI review is on, so that it can be asked for. */
  reviewing = $state(false);
  /** The version of the server now, where it is another one than this page came from. */
  newVersion = $state<string>();
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
  readonly #feed: LiveFeed;

  constructor(window: Window, api = new Api(), feed = new LiveFeed()) {
    this.api = api;
    this.#feed = feed;
    this.place = new Place(window);
    this.sessions = new Sessions(api);
    this.live = new LiveSessions(api);
    this.projects = new Projects(api);
    this.opened = new Opened(api, (sid) => this.begun.has(sid) && !this.#isListed(sid));
    this.actions = new Actions(api, this.toasts);
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
      this.#goToWanted();
      this.#feed.start();
      await Promise.all([this.projects.load(), this.loadEngines(), this.live.load(), this.#loadServed()]);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = reason;
    }
  }

  /** After a sign-in in another tab: a new token, and everything that was missed. */
  async resume(): Promise<void> {
    await this.#configure();
    this.signedOut = false;
    this.#feed.start();
    this.terminals?.reconnect();
    this.refresh();
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

  stop(): void {
    this.#feed.stop();
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

  open(sid: string): void {
    this.place.go({ at: 'session', sid, tab: undefined, turn: undefined });
  }

  async chooseTheme(theme: Theme): Promise<void> {
    this.theme.choose(theme);
    await this.attempt(() => this.api.post('/api/prefs', { theme }));
  }

  /** Takes back one entry of the journal; where a later one builds on it, a person decides. */
  async undoEntry(seq: number, force = false): Promise<void> {
    try {
      await this.api.post('/api/metadata/undo', force ? { seq, force } : { seq });
      this.toasts.say(t.history.undone);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      const anyway = { label: t.history.force, run: () => void this.undoEntry(seq, true) };
      if (reason.status === 409 && !force) this.toasts.fail(reason.message || t.history.notUndone, anyway);
      else this.toasts.fail(sentence(reason));
    }
    this.refresh();
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
      if (reason.code !== 'unauthenticated') this.toasts.fail(sentence(reason));
      return false;
    }
  }

  #isListed(sid: string): boolean {
    return this.live.rows.some((row) => row.id === sid) || this.sessions.find(sid) !== undefined;
  }

  #connect(): void {
    this.api.onRefusal = (refusal) => {
      this.#refused(refusal);
    };
    this.api.renew = () => this.#configure();
    this.actions.onRow = (row) => {
      this.sessions.put(row);
      this.opened.put(row);
    };
    this.actions.onChange = () => {
      this.refresh();
    };
    this.live.onWaiting = (row) => {
      this.notices.waiting(row.id, t.link.waiting(this.titleOf(row)), row.review?.summary ?? '');
    };
    this.#feed.onEvent = (event) => {
      this.#heard(event);
    };
    this.#feed.onLink = (linked) => {
      this.#link(linked);
    };
  }

  async #loadServed(): Promise<void> {
    const { paths } = await this.api.get<{ paths: Record<string, unknown> }>('/api/openapi.json');
    this.served = new Set(Object.keys(paths));
    await this.#loadReviewing();
  }

  async #configure(): Promise<void> {
    this.config = await this.api.get<Config>('/api/config');
    this.api.csrf = this.config.csrf_token;
    this.theme.choose(this.config.theme);
  }

  async #loadReviewing(): Promise<void> {
    if (!this.served.has('/api/ai-review')) return;
    this.reviewing = (await this.api.get<{ state: string }>('/api/ai-review')).state !== 'off';
  }

  #goToWanted(): void {
    const address = sessionStorage.getItem(wanted);
    sessionStorage.removeItem(wanted);
    if (address && window.location.pathname === '/') this.place.goTo(address);
  }

  #refused(refusal: Refusal): void {
    if (refusal.code === 'password_change_required') window.location.assign('/change-password');
    if (refusal.code !== 'unauthenticated') return;
    if (this.config) this.signedOut = true;
    else this.#toLogin();
  }

  /** Whoever came with an address gets there after signing in. */
  #toLogin(): void {
    const { pathname, search, hash } = window.location;
    if (pathname !== '/') sessionStorage.setItem(wanted, pathname + search + hash);
    window.location.assign('/login');
  }

  #heard(event: LiveEvent): void {
    const row = event.type === 'session' ? rowOf(event.data) : undefined;
    if (row) {
      this.sessions.put(row);
      this.opened.put(row);
    }
    if (event.type === 'session_gone') {
      const id = idOf(event.data);
      if (id) this.sessions.remove(new Set([id]));
    }
    if (event.type === 'project' || event.type === 'resync') void this.attempt(() => this.projects.load());
    if (event.type === 'settings') void this.attempt(() => this.#loadReviewing());
    if (event.type === 'terminal' || event.type === 'review') void this.opened.refresh();
    this.changes += 1;
    this.sessions.refreshSoon();
    this.live.refreshSoon();
  }

  #link(linked: boolean): void {
    const again = linked && !this.linked;
    this.linked = linked;
    if (again) {
      this.refresh();
      void this.#compareVersions();
    } else if (!linked) void this.#checkLogin();
  }

  async #compareVersions(): Promise<void> {
    const { version } = await this.api.get<{ version: string }>('/api/version');
    if (this.config && version !== this.config.version) this.newVersion = version;
  }

  /** A stream that ends may mean that the login did. */
  async #checkLogin(): Promise<void> {
    try {
      await this.api.get('/api/auth-check');
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
    }
  }
}

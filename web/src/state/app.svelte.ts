import { Api } from '../net/api';
import { LiveFeed } from '../net/live';
import { thisDevice } from '../net/thisdevice';
import { fetched } from './fetched';
import { Refusal } from '../net/refusal';
import type { Config, Theme } from '../protocol/config';
import { hostOfId, isRemote, type EngineKey, type SessionRow } from '../protocol/session';
import type { SavedView } from '../protocol/view';
import { t } from '../text';
import { sentence } from '../text/problem';
import { SvelteMap } from 'svelte/reactivity';
import { Access } from './access.svelte';
import { Actions } from './actions.svelte';
import { Clock } from './clock.svelte';
import { FallenSessions } from './fallen.svelte';
import { everything, questionOf } from './filter';
import type { GroupKey } from './group';
import { List, sourceOf } from './list.svelte';
import { KeptCounts } from './keptcounts.svelte';
import { LiveUpdates } from './liveupdates.svelte';
import { LiveSessions } from './livesessions.svelte';
import { Ask } from './ask.svelte';
import { Appearance } from './appearance.svelte';
import { belongs } from './meaning';
import { Looking } from './looking';
import { News, type Listed } from './news';
import { Notices } from './notices.svelte';
import { Capabilities } from './capabilities.svelte';
import { OpenSession } from './opensession.svelte';
import { DiffDesk } from './diffs/desk.svelte';
import type { Outside } from './outside';
import type { Panes } from './panes/panes.svelte';
import type { Search } from './search/search.svelte';
import type { Reader } from './search/walk.svelte';
import { phone } from './phone';
import { isAlone, Place } from './place.svelte';
import { Projects } from './projects.svelte';
import { Proving } from './proving.svelte';
import { Questions } from './questions.svelte';
import { allowedOn, type Allows, includes, showsTerminal } from './reach';
import { Selection } from './selection.svelte';
import { Sessions } from './sessions.svelte';
import { mapOf, setOf } from './sets';
import type { Opening } from './terminal/session.svelte';
import type { Terminals } from './terminal/terminals.svelte';
import { ThemeChoice } from './theme.svelte';
import { TimeTravel } from './timetravel.svelte';
import { Titles } from './titles.svelte';
import { Toasts } from './toasts.svelte';
import { Undoing } from './undoing';
import { Budgets } from './usage/budgets.svelte';
import { Views } from './views.svelte';

export type Overlay = 'palette' | 'keys' | 'create' | undefined;

/** The whole page in one place: all dependencies are wired here, and nowhere else. */
export class App {
  readonly api: Api;
  readonly place: Place;
  readonly access: Access;
  /** What asks for a fresh proof of the person. */
  readonly proving = new Proving(this);
  readonly toasts = new Toasts();
  readonly clock = new Clock();
  readonly appearance = new Appearance();
  readonly theme = new ThemeChoice();
  readonly selection = new Selection((id) => this.may({ host: hostOfId(id) ?? null }, 'organise'));
  readonly sessions: Sessions;
  /** Every list of sessions that news is to reach. */
  lists: readonly Listed[];
  /** What the list shows, as it is laid out: the present, or the chosen moment. */
  readonly list: List;
  readonly live: LiveSessions;
  readonly keptCounts: KeptCounts;
  /** What ran when the host went down. */
  readonly fallen: FallenSessions;
  readonly projects: Projects;
  readonly views: Views;
  readonly openSession: OpenSession;
  /** News of single sessions, on its way to all the places above. */
  readonly news: News;
  readonly actions: Actions;
  readonly undoing: Undoing;
  readonly titles: Titles;
  /** What sessions changed in files. */
  readonly diffs: DiffDesk;
  readonly notices: Notices;
  /** What this page looks at, so that nobody is told of it elsewhere. */
  readonly looking: Looking;
  readonly travel: TimeTravel;
  readonly capabilities: Capabilities;
  readonly questions = new Questions();
  /** What programs ask. */
  readonly ask: Ask;
  /** What has cost more than it should. */
  readonly budgets: Budgets;
  /** Why the page cannot start. */
  trouble = $state.raw<Refusal>();
  /** Present once a terminal was opened: the emulator is not part of the first paint. */
  terminals = $state.raw<Terminals>();
  /** Present once words were searched for. */
  search = $state.raw<Search>();
  /** The conversation with the focus, where one is read. */
  reader: Reader | undefined;
  /** What is looked for in a session that is opened from elsewhere than the list. */
  lookingFor: { sid: string; words: string } | undefined;
  /** Counts news of the search index. */
  indexed = $state(0);
  overlay = $state<Overlay>();
  renaming = $state<string>();
  /** The sessions for which a time is being chosen. */
  snoozing = $state.raw<readonly SessionRow[]>();
  /** The session that another program is to go on with. */
  handingOver = $state.raw<SessionRow>();
  /** The session for which a time to go on is being chosen. */
  continuing = $state.raw<SessionRow>();
  /** The session of which turns are being shared. */
  sharing = $state.raw<SessionRow>();
  /** The session that is being given back to its program. */
  restoring = $state.raw<SessionRow>();
  /** The sessions for which a project is being chosen. */
  moving = $state.raw<readonly SessionRow[]>();
  /** The view that is getting another name, or `new` for the filter that is getting one. */
  naming = $state.raw<SavedView | 'new'>();
  /** Counts events, so that views of everything know when to ask again. */
  changes = $state(0);
  readonly #changesOf = new SvelteMap<string, number>();
  /** Counts possible changes of any session. */
  #changesOfAll = $state(0);
  /** Sessions begun in this tab that the server does not list yet. */
  readonly begun = new SvelteMap<string, SessionRow>();
  /** The terminal that is shown next leaves the focus where it is. */
  browsing = false;
  /** Counts the wishes to open a session: the one that is open already can be wanted again. */
  opened = $state(0);
  /** Counts the wishes to go to the start page, which then takes the focus. */
  homeWanted = $state(0);
  /** The last of these wishes that was fulfilled. */
  homeShown = 0;
  /** Counts the wishes to find something in the terminal that has the focus. */
  findWanted = $state(0);
  /** The group that the list scrolls to next. */
  groupWanted = $state<GroupKey>();
  /** The same of the board. */
  boardWanted = $state(0);
  boardShown = 0;
  /** Where and with what the next new session begins, unless somebody changes it. */
  startWith: { folder: string; engine: EngineKey } | undefined;
  /** Why the last attempt to resume a session from its transcript failed. */
  resumeFailed = $state.raw<{ sid: string; reason: string }>();
  #triedFromTranscript: string | undefined;
  #panes: Panes | undefined;
  readonly #liveUpdates: LiveUpdates;
  #themeKept: Promise<unknown> = Promise.resolve();

  constructor(window: Window, api = new Api(), feed = new LiveFeed()) {
    this.api = api;
    this.#liveUpdates = new LiveUpdates(this, feed);
    this.place = new Place(window);
    this.access = new Access(api, this.place);
    this.capabilities = new Capabilities(api, () => this.config);
    this.ask = new Ask(api, (engine) => this.label(engine));
    this.budgets = new Budgets(api, this.clock);
    this.sessions = new Sessions(api);
    this.keptCounts = new KeptCounts(api);
    this.lists = [this.sessions, this.keptCounts];
    this.live = new LiveSessions(api);
    this.fallen = new FallenSessions(api, this.toasts, (sid) => this.live.rows.some(({ id }) => id === sid));
    this.projects = new Projects(api);
    this.views = new Views(api, this.place);
    this.openSession = new OpenSession(api, (sid) => this.begun.has(sid) && !this.#isListed(sid));
    this.news = new News(api, this);
    this.actions = new Actions(api, this.toasts);
    this.titles = new Titles(api);
    this.diffs = new DiffDesk(api);
    this.undoing = new Undoing(api, this.toasts, this.actions);
    this.actions.mayEnd = (rows) =>
      this.questions.ask({ title: t.action.endSure(rows.length), why: t.action.endWhy, yes: t.action.endAndArchive });
    this.actions.mayEndWork = () =>
      this.questions.ask({ title: t.action.endWorkSure, why: t.action.endWorkWhy, yes: t.action.endProgram });
    this.actions.mayForget = (row) =>
      this.questions.ask({
        title: t.vault.forgetSure,
        why: row.kept === 'kept' ? t.vault.forgetOnly : t.vault.forgetWhy,
        yes: t.vault.forgetYes,
      });
    this.actions.resume = (sid) => void this.resumeProgram(sid);
    this.travel = new TimeTravel(api, () => this.place.filter, {
      project: (id) => this.projects.find(id),
      label: (engine) => this.label(engine),
    });
    this.list = new List(
      () => (this.travel.active ? sourceOf(this.travel.rows) : this.sessions),
      () => this.travel.at ?? this.clock.now,
      () => this.place.filter.words.trim() !== '',
    );
    this.notices = new Notices((sid) => {
      this.open(sid);
    });
    this.looking = new Looking(api);
    this.#connect();
  }

  /** The list is what people wait for: it is requested before the login is confirmed. */
  async begin(): Promise<void> {
    await this.#orTrouble(async () => {
      await Promise.all([this.#configure(), this.sessions.show(this.place.filter)]);
      this.access.goToWanted();
    });
  }

  /** Everything that the first picture does not need. */
  async settle(): Promise<void> {
    if (this.trouble) return;
    this.#liveUpdates.start();
    const { projects, capabilities, live, fallen } = this;
    void this.keepUp(() => fallen.load());
    void this.ask.load();
    void this.keepUp(() => this.views.load());
    void this.keepUp(() => this.keptCounts.load());
    void this.keepUp(() => this.budgets.load());
    void this.keepUp(() => this.#checkDevice());
    await this.#orTrouble(() =>
      Promise.all([projects.load(), capabilities.loadEngines(), live.load(), capabilities.loadReviewing()]),
    );
  }

  /** After a sign-in in another tab: a new token, and everything that was missed. */
  async resume(): Promise<void> {
    await this.#configure();
    this.access.asks = undefined;
    this.#liveUpdates.start();
    this.terminals?.reconnect();
    this.refresh();
  }

  /** Nobody sees this page for now, and it may stay in the browser's cache: it lets its connection go. */
  rest(): void {
    this.#liveUpdates.rest();
  }

  wake(): void {
    this.#liveUpdates.wake();
  }

  /** A person is back at this page: whatever waits before it tries again tries now. */
  hurry(): void {
    this.#liveUpdates.hurry();
    this.terminals?.hurry();
  }

  get config(): Config | undefined {
    return this.access.config;
  }

  get linked(): boolean {
    return this.#liveUpdates.linked;
  }

  /** Asks for everything again, after something was done here or the connection came back. */
  refresh(): void {
    this.refreshSessions(true);
    this.changes += 1;
    this.#changesOfAll += 1;
    void this.keepUp(() => this.projects.load());
    void this.keepUp(() => this.views.load());
    void this.ask.load();
  }

  /** Asks for all sessions that are shown: nothing says which of them changed. */
  refreshSessions(own = false): void {
    for (const list of this.lists) list.refreshSoon(own);
    this.keptCounts.askSoon();
    this.live.refreshSoon();
    void this.openSession.refresh();
  }

  /** News reaches this list as well, until the returned deed is done. */
  keepCurrent(list: Listed): () => void {
    this.lists = [...this.lists, list];
    return () => {
      this.lists = this.lists.filter((one) => one !== list);
    };
  }

  /** Changes with every change of the session, so that its history knows when to ask again. */
  changesOf(sid: string): number {
    return this.#changesOfAll + (this.#changesOf.get(sid) ?? 0);
  }

  changed(sid: string): void {
    this.#changesOf.set(sid, (this.#changesOf.get(sid) ?? 0) + 1);
  }

  async withTerminals(): Promise<Terminals> {
    const { Terminals: Loaded } = await fetched(() => import('./terminal/terminals.svelte'));
    return (this.terminals ??= new Loaded(this));
  }

  /** What is done with panes is fetched soon after the first paint; from then on it is done at once. */
  withPanes(step: (panes: Panes) => unknown): void {
    if (this.#panes) step(this.#panes);
    else
      void this.attempt(async () => {
        const { Panes: Loaded } = await fetched(() => import('./panes/panes.svelte'));
        step((this.#panes ??= new Loaded(this)));
      });
  }

  /** The search in conversations is fetched with the first words. */
  withSearch(step: (search: Search) => unknown): void {
    if (this.search) step(this.search);
    else
      void this.attempt(async () => {
        const { Search: Loaded } = await fetched(() => import('./search/search.svelte'));
        if (!this.search) {
          const overFleet = () => (this.sessions.facets.hosts ?? []).length > 1;
          this.search = new Loaded(this.api, this.place, () => this.reader, overFleet);
          this.lists = [...this.lists, this.search.said];
        }
        step(this.search);
      });
  }

  /** The index grew, is built again, or search was switched on or off. */
  indexChanged(ready: boolean): void {
    this.indexed += 1;
    void this.search?.said.heard(ready);
  }

  /** Looks for the words of the filter in what was said as well. */
  lookIntoConversations(): void {
    const { words, like } = this.place.filter;
    if (this.search || words.trim() || like !== undefined)
      this.withSearch((search) => search.said.show(this.place.filter));
  }

  /** What the list shows: the present rows, or those of the chosen moment. */
  get rows(): SessionRow[] {
    return this.travel.active ? this.travel.rows : this.sessions.rows;
  }

  /** The ticked rows that the list still holds: what was archived elsewhere is not meant any more. */
  get ticked(): SessionRow[] {
    const rows = [...this.selection.ids].flatMap((id) => this.sessions.find(id) ?? []);
    return rows.filter((row) => belongs(row, this.place.filter) && this.may(row, 'organise'));
  }

  /** Ticks a row for what is done with several; of one that its host does not let others change, says so. */
  tick(row: SessionRow): void {
    if (row.host === null || this.may(row, 'organise')) this.selection.toggle(row.id);
    else this.toasts.say(t.hosts.denied(row.host, 'organise'));
  }

  /** Whether the host of a session lets this one do something; sessions of this host always may. */
  may(row: { host: string | null }, step: Allows): boolean {
    return includes(allowedOn(row.host, this.sessions.facets.hosts), step);
  }

  /** The questions of other hosts that can be answered here: by host, what tells one from the next. */
  get askedThere(): ReadonlyMap<string, string> {
    const asked = this.live.waiting.filter((row) => isRemote(row) && row.status === 'waiting' && this.mayDrive(row));
    const hosts = setOf(asked.flatMap(({ host }) => host ?? []));
    return mapOf(
      [...hosts].map((host) => {
        const rows = asked.filter((row) => row.host === host);
        const said = rows.map(({ id, question }) => [id, question?.id, question?.text, question?.since].join(' '));
        return [host, said.sort().join('\n')] as const;
      }),
    );
  }

  /** Whether a program is answered, begun and ended here: on this host, and on those that are there and allow it. */
  mayDrive(row: Pick<SessionRow, 'host' | 'host_seen'>): boolean {
    return row.host_seen === null && this.may(row, 'drive');
  }

  showsTerminal(row: Pick<SessionRow, 'host' | 'host_seen' | 'live'>): boolean {
    return showsTerminal(row, this.sessions.facets.hosts);
  }

  label(engine: EngineKey): string {
    return this.capabilities.label(engine);
  }

  titleOf(row: SessionRow): string {
    return row.title ?? row.first_message ?? t.list.untitled;
  }

  find(id: string): SessionRow | undefined {
    const { row } = this.openSession;
    if (row?.id === id) return row;
    return (
      this.sessions.find(id) ??
      this.live.rows.find((one) => one.id === id) ??
      this.openSession.find(id) ??
      this.search?.said.find(id) ??
      this.begun.get(id)
    );
  }

  /** Stands at the first row of a group of the list, which is shown for it. */
  goToGroup(key: GroupKey): void {
    const { where } = this.place;
    if (isAlone(where) || (where.at !== 'list' && matchMedia(phone).matches)) this.place.go({ at: 'list' });
    this.appearance.showList(true);
    this.list.fold(key, false);
    this.groupWanted = key;
  }

  /** Starts the program of a session that does not run, and goes to its terminal. */
  async resumeProgram(sid: string, how: Pick<Opening, 'insist' | 'join'> = {}): Promise<void> {
    if (!(await this.attempt(async () => (await this.withTerminals()).open({ sid, ...how }).screen.takeKeys()))) return;
    this.place.go({ at: 'session', sid, tab: 'terminal', turn: undefined });
  }

  /** What is done about a program outside svc is fetched when somebody does it. */
  withOutside(step: (outside: Outside) => unknown): void {
    void this.attempt(async () => step(await (await fetched(() => import('./outside'))).outsideOf(this)));
  }

  /** Somebody who reads a session resumes it. */
  resumingFromTranscript(sid: string): void {
    this.resumeFailed = undefined;
    this.#triedFromTranscript = sid;
  }

  /** A program could not be started: who was reading goes on reading, and sees why. */
  refused(sid: string, reason: string): void {
    if (this.#triedFromTranscript !== sid) return;
    this.#triedFromTranscript = undefined;
    this.resumeFailed = { sid, reason };
    this.terminals?.drop(sid);
    const { where } = this.place;
    if (where.at === 'session' && where.sid === sid)
      this.place.go({ at: 'session', sid, tab: 'transcript', turn: undefined }, 'replace');
  }

  /** Opens the dialog of a new session, filled in. */
  create(start?: { folder: string; engine: EngineKey }): void {
    this.startWith = start;
    this.overlay = 'create';
  }

  /** `browsing`: by a key that goes from one session to the next, which must not end in a terminal. */
  open(sid: string, browsing = false): void {
    this.browsing = browsing;
    this.opened += 1;
    this.place.go({ at: 'session', sid, tab: undefined, turn: undefined });
  }

  /** The sessions that are like this one, in place of the list. */
  showLike(row: SessionRow): void {
    this.appearance.showList(true);
    this.place.showView(undefined, { ...everything, like: row.id });
  }

  /** Only what stands in the column of the row: its project, else its folder. */
  narrowTo(row: SessionRow): void {
    if (row.project_id && this.projects.find(row.project_id)) this.place.narrow({ project: row.project_id });
    else if (row.cwd) this.place.narrow({ folders: [row.cwd] });
  }

  /** A project with the folder's name and its sessions; one undo takes all of it back. */
  async projectOfFolder(path: string): Promise<void> {
    const name = path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;
    const { id } = await this.projects.create({ name, folders: [path], gather: true });
    this.undoing.say(t.folder.made(name), await this.undoing.ofProject(id, 'project_created'));
    this.refresh();
  }

  async chooseTheme(theme: Theme): Promise<void> {
    this.theme.choose(theme);
    // One at a time: the latest choice must be the one that is kept.
    this.#themeKept = this.#themeKept.then(() => this.attempt(() => this.api.post('/api/prefs', { theme })));
    await this.#themeKept;
  }

  /** Runs what may be refused and shows the reason. True when it succeeded. */
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

  /**
   * As `attempt`, for what nobody asked for just now. Without an answer nothing is said: the link says that the service is
   * away, and everything is asked for again when it is back.
   */
  async keepUp(step: () => Promise<unknown>): Promise<void> {
    await this.attempt(() =>
      step().catch((reason: unknown) => {
        if (!(reason instanceof Refusal) || reason.code !== 'unreachable') throw reason;
      }),
    );
  }

  #isListed(sid: string): boolean {
    return this.live.rows.some((row) => row.id === sid) || this.sessions.find(sid) !== undefined;
  }

  #connect(): void {
    this.actions.moment = () => this.news.moment;
    this.actions.onRow = (row, asked) => {
      this.news.answered(row, asked);
    };
    this.actions.onRefused = () => {
      this.refresh();
    };
    this.undoing.onChange = () => {
      this.refresh();
    };
    this.live.onWaiting = (row) => {
      void this.notices.waiting({
        sid: row.id,
        title: t.link.waiting(this.titleOf(row)),
        body: questionOf(row) ?? row.review?.summary ?? '',
        told: this.ask.of(row.id) !== undefined || row.status !== 'waiting',
      });
    };
  }

  /** Where this browser is told, it and the server are brought together again; everywhere else nothing is fetched for it. */
  async #checkDevice(): Promise<void> {
    const { where } = this.place;
    if (where.at === 'settings' && where.page === 'notices') return; // that page does it
    if (!(await thisDevice())) return;
    const [{ Here }, { thisBrowser }] = await fetched(() =>
      Promise.all([import('./push/here'), import('./push/browser')]),
    );
    await new Here(this.api, thisBrowser).check();
  }

  async #orTrouble(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = reason;
    }
  }

  async #configure(): Promise<void> {
    this.theme.choose((await this.access.configure()).theme);
  }
}

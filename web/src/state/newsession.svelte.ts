import type { Beginnings } from '../protocol/hosts';
import { Refusal } from '../net/refusal';
import { sentence } from '../text/problem';
import { sessionPath, type Command, type EngineKey } from '../protocol/session';
import type { App } from './app.svelte';
import { FolderChoice } from './folderchoice.svelte';
import { newRow } from './newrow';
import { includes } from './reach';
import { projectOf } from './projects.svelte';
import type { Terminals } from './terminal/terminals.svelte';

/** What the server takes of a first prompt, in UTF-8. */
const mostOfPrompt = 16 * 1024;

/** A new session's draft, until somebody presses Start. */
export class NewSession extends FolderChoice {
  bypass = $state(false);
  /** Undefined: the one that the folder belongs to. Null: none. */
  project = $state<string | null>();
  starting = $state(false);
  /** What somebody wants to say first; kept while another program is chosen that takes none. */
  prompt = $state('');
  /** What a plain terminal is to be called; agents find titles of their own. */
  name = $state('');
  /** What Start would run; undefined until the server has said so. */
  command = $state.raw<Command>();
  /** Why another host does not say it. */
  objection = $state<string>();
  /** What another host has, once it has said so. */
  there = $state.raw<Beginnings>();
  #host = $state<string>();
  #chosen = $state<EngineKey>();
  /** The program of the session that was open. */
  readonly #former: EngineKey | undefined;
  /** The ids of what is begun, which are shown before: the command contains them. */
  readonly #mark = crypto.randomUUID();
  #asked = 0;

  constructor(app: App) {
    const { where } = app.place;
    const row = where.at === 'session' ? app.find(where.sid) : undefined;
    const start = app.startWith;
    app.startWith = undefined;
    super(app, start?.folder ?? row?.cwd ?? '');
    this.#former = start?.engine ?? row?.engine;
  }

  /** The other hosts that are there and let others begin sessions. */
  get hosts(): string[] {
    const known = this.app.sessions.facets.hosts ?? [];
    return known
      .filter(({ here, online, allows }) => !here && online && includes(allows, 'drive'))
      .map(({ host }) => host);
  }

  /** The one that it is begun on; undefined for this one. */
  get host(): string | undefined {
    return this.#host;
  }

  /** Each host has programs and folders of its own: what was chosen for another one does not hold. */
  set host(host: string | undefined) {
    if (host === this.#host) return;
    this.#host = host;
    this.there = undefined;
    this.bypass = false;
    this.project = undefined;
    [this.command, this.objection] = [undefined, undefined];
    this.#asked += 1;
    [this.folder, this.proposed, this.touched] = ['', '', false];
    [this.folders, this.roots, this.mkdir] = [[], [], false];
  }

  /** What can be begun on the chosen host. */
  get engines(): readonly EngineKey[] {
    if (this.#host === undefined) return this.app.config?.new_session_engines ?? [];
    return this.there?.programs.map(({ engine }) => engine) ?? [];
  }

  labelOf(engine: EngineKey): string {
    return this.there?.programs.find((one) => one.engine === engine)?.label ?? this.app.label(engine);
  }

  override async load(): Promise<void> {
    const host = this.#host;
    if (host === undefined) {
      await super.load();
      return;
    }
    const there = await this.app.api.get<Beginnings>(`/api/hosts/${encodeURIComponent(host)}/beginnings`);
    if (host !== this.#host) return;
    this.there = there;
    [this.roots, this.mkdir] = [there.roots, there.roots.length > 0];
    this.offer(there.folders.map((folder) => ({ ...folder, source: 'scan', exists: true })));
  }

  override async makeFolder(parent: string, name: string): Promise<boolean> {
    const host = this.#host;
    return this.app.attempt(async () => {
      const made = await this.app.projects.makeFolder(parent, name, host);
      if (host === this.#host) this.folder = made;
    });
  }

  /** Those of the chosen host: what one is called elsewhere says nothing there. */
  get projects(): readonly { id: string; name: string; folders: readonly string[] }[] {
    return this.#host === undefined ? this.app.projects.open : (this.there?.projects ?? []);
  }

  /** The one that the folder belongs to, until another one is chosen. */
  get guessed(): { id: string; name: string } | undefined {
    return this.project === undefined ? projectOf(this.projects, this.folder.trim()) : undefined;
  }

  /** Follows the offers until somebody chooses: the dialog may be open before they arrive. */
  get engine(): EngineKey | undefined {
    const offered = this.engines;
    const chosen = offered.find((one) => one === this.#chosen) ?? (this.#host === undefined ? this.#chosen : undefined);
    return chosen ?? offered.find((one) => one === this.#former) ?? offered[0];
  }

  set engine(chosen: EngineKey | undefined) {
    this.#chosen = chosen;
  }

  get ready(): boolean {
    return this.#sid !== undefined && this.absolute && !this.promptTooLong;
  }

  get takesPrompt(): boolean {
    return this.#program?.takes_prompt ?? false;
  }

  /** A plain terminal runs a command or a shell: nobody is talked to, and nobody asks before he acts. */
  get isAgent(): boolean {
    return this.#program?.agent ?? true;
  }

  get promptTooLong(): boolean {
    return new TextEncoder().encode(this.#said).length > mostOfPrompt;
  }

  /** What the program will be told: nothing where it takes no first prompt. */
  get #said(): string {
    return this.takesPrompt ? this.prompt.trim() : '';
  }

  get #program(): { takes_prompt: boolean; agent: boolean; new_session_reconciles: boolean } | undefined {
    const { engine } = this;
    if (engine === undefined) return undefined;
    if (this.#host === undefined) return this.app.capabilities.find(engine);
    return this.there?.programs.find((one) => one.engine === engine);
  }

  /** Changes whenever the command that would run does. */
  get wish(): string {
    return JSON.stringify([
      this.#sid,
      this.folder.trim(),
      this.absolute,
      this.bypass && this.isAgent,
      this.#said !== '',
    ]);
  }

  /** Asks what Start would run; an answer that was overtaken by another wish is dropped. */
  async askCommand(): Promise<void> {
    const asked = (this.#asked += 1);
    const sid = this.#sid;
    if (!sid || !this.absolute) {
      [this.command, this.objection] = [undefined, undefined];
      return;
    }
    const flags = { ...(this.bypass && this.isAgent ? { bypass: '1' } : {}), ...(this.#said ? { prompt: '1' } : {}) };
    const query = { new: '1', cwd: this.folder.trim(), ...flags };
    let objection: string | undefined;
    const command = await this.app.api.get<Command>(sessionPath(sid, '/command'), query).catch((reason: unknown) => {
      if (this.#host !== undefined && reason instanceof Refusal) objection = reason.message || sentence(reason);
      return undefined;
    });
    if (asked === this.#asked) [this.command, this.objection] = [command, objection];
  }

  /** Opens the terminal under an id of our own making; the program starts with the first connection. */
  async start(): Promise<boolean> {
    const { engine, host } = this;
    if (host !== undefined) return engine !== undefined && this.ready && (await this.#startThere(host, engine));
    const sid = this.#sid;
    if (!engine || !sid || !this.ready) return false;
    this.starting = true;
    const folder = this.folder.trim();
    const project = this.#project;
    const prompt = this.#said;
    const bypass = this.bypass && this.isAgent;
    const name = this.isAgent ? '' : this.name.trim();
    let terminals: Terminals | undefined;
    await this.app.attempt(async () => {
      const loaded = await this.app.withTerminals();
      if (prompt) await this.app.api.post(sessionPath(sid, '/prompt'), { prompt });
      terminals = loaded;
    });
    if (!terminals) {
      this.starting = false;
      return false;
    }
    this.app.begun.set(sid, newRow(sid, engine, folder));
    const session = terminals.open({ sid, start: { cwd: folder, bypass, prompt: prompt !== '' } });
    session.screen.takeKeys();
    session.onBegun = () => {
      if (project) void assign(this.app, session.sid, project);
      if (name) void rename(this.app, session.sid, name);
    };
    this.app.place.go({ at: 'session', sid, tab: 'terminal', turn: undefined });
    this.starting = false;
    return true;
  }

  /** That host begins it, by its own rules; then its terminal opens here. */
  async #startThere(host: string, engine: EngineKey): Promise<boolean> {
    this.starting = true;
    const folder = this.folder.trim();
    const prompt = this.#said;
    const begun = await this.app.attempt(() =>
      this.#begin(host, { engine, folder, prompt, project: this.#project }).catch((reason: unknown) => {
        // What it says of the wish says nothing of where it was.
        if (!(reason instanceof Refusal) || ![400, 409, 422].includes(reason.status)) throw reason;
        throw new Refusal({
          status: reason.status,
          code: 'conflict',
          title: '',
          detail: `${host}: ${sentence(reason)}`,
        });
      }),
    );
    this.starting = false;
    return begun;
  }

  async #begin(
    host: string,
    wish: { engine: EngineKey; folder: string; prompt: string; project: string | undefined },
  ): Promise<void> {
    const { engine, folder, prompt, project } = wish;
    const terminals = await this.app.withTerminals();
    const { sid } = await this.app.api.post<{ sid: string }>(`/api/sessions?host=${encodeURIComponent(host)}`, {
      engine,
      folder,
      native_id: this.#nativeId,
      ...(prompt ? { prompt } : {}),
      ...(project ? { project_id: project } : {}),
    });
    this.app.begun.set(sid, newRow(sid, engine, folder, host));
    terminals.open({ sid }).screen.takeKeys();
    this.app.place.go({ at: 'session', sid, tab: 'terminal', turn: undefined });
  }

  /** Undefined until the server has said whether the program makes its ids itself: it would refuse the wrong one. */
  get #sid(): string | undefined {
    const [engine, id] = [this.engine, this.#nativeId];
    if (engine === undefined || id === undefined) return undefined;
    return `${engine}:${id}${this.#host === undefined ? '' : `@${this.#host}`}`;
  }

  get #nativeId(): string | undefined {
    const program = this.#program;
    return program && `${program.new_session_reconciles ? 'new-' : ''}${this.#mark}`;
  }

  get #project(): string | undefined {
    return this.project === undefined ? this.guessed?.id : (this.project ?? undefined);
  }
}

async function assign(app: App, sid: string, project: string): Promise<void> {
  await app.attempt(() => app.api.patch(sessionPath(sid, '/metadata'), { project_id: project }));
}

async function rename(app: App, sid: string, title: string): Promise<void> {
  await app.attempt(() => app.api.post(sessionPath(sid, '/rename'), { title }));
}

import type { Folder } from '../protocol/project';
import { sessionPath, type EngineKey, type SessionRow } from '../protocol/session';
import type { App } from './app.svelte';
import { rootOf } from './roots';

/** A new session's draft, until somebody presses Start. */
export class NewSession {
  folder = $state('');
  bypass = $state(false);
  /** Undefined: the one that the folder belongs to. Null: none. */
  project = $state<string | null>();
  starting = $state(false);
  folders = $state.raw<Folder[]>([]);
  roots = $state.raw<string[]>([]);
  mkdir = $state(false);
  /** Somebody typed into the folder field: do not write into it any more. */
  touched = false;
  #chosen = $state<EngineKey>();
  /** The program of the session that was open. */
  readonly #former: EngineKey | undefined;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
    const { where } = app.place;
    const row = where.at === 'session' ? app.find(where.sid) : undefined;
    const start = app.startWith;
    app.startWith = undefined;
    this.folder = start?.folder ?? row?.cwd ?? '';
    this.#former = start?.engine ?? row?.engine;
  }

  /** Follows the offers until somebody chooses: the dialog may be open before they arrive. */
  get engine(): EngineKey | undefined {
    const offered = this.#app.config?.new_session_engines ?? [];
    return this.#chosen ?? offered.find((one) => one === this.#former) ?? offered[0];
  }

  set engine(chosen: EngineKey | undefined) {
    this.#chosen = chosen;
  }

  get ready(): boolean {
    return this.engine !== undefined && this.absolute;
  }

  get absolute(): boolean {
    return /^(\/|[A-Za-z]:\\)/.test(this.folder.trim());
  }

  async load(): Promise<void> {
    const { folders, roots, mkdir_enabled } = await this.#app.projects.folders();
    [this.folders, this.roots, this.mkdir] = [folders.filter((folder) => folder.exists), roots, mkdir_enabled];
    if (!this.touched) this.folder ||= this.folders[0]?.path ?? '';
  }

  /** The folders that continue what is typed, the ones used last first. */
  matching(): Folder[] {
    const typed = this.folder.trim().toLowerCase();
    return this.folders.filter((folder) => folder.path.toLowerCase().includes(typed)).slice(0, 8);
  }

  /** The root in which a new folder may be made from what is typed. */
  rootOfTyped(): string | undefined {
    return this.mkdir ? rootOf(this.folder.trim(), this.roots) : undefined;
  }

  async makeFolder(parent: string, name: string): Promise<boolean> {
    return this.#app.attempt(async () => {
      this.folder = await this.#app.projects.makeFolder(parent, name);
    });
  }

  /** Opens the terminal under an id of our own making; the program starts with the first connection. */
  async start(): Promise<boolean> {
    const { engine } = this;
    if (!engine || !this.ready) return false;
    this.starting = true;
    const folder = this.folder.trim();
    const project = this.project === undefined ? this.#app.projects.ofFolder(folder)?.id : this.project;
    const sid = `${engine}:${this.#mintsIds(engine) ? 'new-' : ''}${crypto.randomUUID()}`;
    const terminals = await this.#app.withTerminals();
    this.#app.begun.set(sid, newRow(sid, engine, folder));
    const session = terminals.open({ sid, start: { cwd: folder, bypass: this.bypass } });
    session.screen.takeKeys();
    session.onBegun = () => {
      if (project) void assign(this.#app, session.sid, project);
    };
    this.#app.place.go({ at: 'session', sid, tab: 'terminal', turn: undefined });
    this.starting = false;
    return true;
  }

  #mintsIds(engine: EngineKey): boolean {
    return this.#app.capabilities.find(engine)?.new_session_reconciles ?? false;
  }
}

/** What is known of a session before the server lists it. */
function newRow(id: string, engine: EngineKey, cwd: string): SessionRow {
  const now = new Date().toISOString();
  const unknown = {
    project_id: null,
    message_count: null,
    model: null,
    branch: null,
    size_bytes: 0,
    review: null,
    question: null,
    review_off: false,
    parent_id: null,
    unreadable: 0,
    trouble: null,
  };
  const title = { title: null, title_source: 'none', first_message: null } as const;
  const state = {
    sticky: false,
    archived: false,
    snoozed: false,
    snoozed_until: null,
    live: true,
    status: 'idle',
    created_at: now,
    updated_at: now,
  } as const;
  return { id, engine, native_id: id.slice(id.indexOf(':') + 1), cwd, ...title, ...unknown, ...state };
}

async function assign(app: App, sid: string, project: string): Promise<void> {
  await app.attempt(() => app.api.patch(sessionPath(sid, '/metadata'), { project_id: project }));
}

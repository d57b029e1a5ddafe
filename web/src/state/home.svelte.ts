import type { Folder } from '../protocol/project';
import type { SessionRow } from '../protocol/session';
import type { App } from './app.svelte';
import { everything, isNarrowed } from './filter';
import { divided, mostUsed, refreshed, type Sections, type Start } from './sections';
import { Sessions } from './sessions.svelte';
import { setOf } from './sets';

/**
 * What the page shows where no session is open: what waits, what runs, what can be continued and what can be begun.
 *
 * Its rows are those of the list, which events keep current: it asks for nothing of its own until the list is narrowed.
 */
export class Home {
  starts = $state.raw<Start[]>([]);
  #folders = $state.raw<readonly Folder[]>();
  #tried = $state(false);
  #offered = false;
  #held = $state.raw<Sections>();
  /** All sessions, from the moment on at which the list does not show all any more. */
  #own = $state.raw<Sessions>();
  /** What is shown until they have come. */
  #before: readonly SessionRow[] = [];
  /** Nobody looks at it any more. */
  leave: () => void = () => undefined;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Asks for the folders of sessions, unless they are known. */
  async load(): Promise<void> {
    if (this.#folders) return;
    await this.#app.keepUp(async () => {
      this.#folders = (await this.#app.projects.folders()).folders;
    });
    this.#tried = true;
  }

  /** Goes on with a list of its own once the one beside it is narrowed. */
  follow(): void {
    const { place, sessions, api } = this.#app;
    if (this.#own || !isNarrowed(place.filter)) return;
    this.#before = sessions.rows;
    this.#own = new Sessions(api);
    this.leave = this.#app.keepCurrent(this.#own);
    void this.#own.show(everything);
  }

  /** Settled once: what can be begun does not change places under somebody's hand. */
  offer(): void {
    if (this.#offered || this.loading || !this.#folders) return;
    this.#offered = true;
    this.starts = mostUsed(this.#recent, this.#folders, this.#app.config?.new_session_engines ?? []);
  }

  get loading(): boolean {
    return !this.#tried || !this.#app.live.tried || (this.#own ?? this.#app.sessions).loading;
  }

  get sections(): Sections {
    const { waiting, rows } = this.#app.live;
    return this.#held ? refreshed(this.#held, this.#now) : divided(waiting, rows, this.#recent);
  }

  /** Running sessions that are not among those that wait, whether shown here or not. */
  get running(): number {
    const waiting = setOf(this.#app.live.waiting.map((row) => row.id));
    return this.#app.live.rows.filter((row) => !waiting.has(row.id)).length;
  }

  /** No row may move under the pointer or the focus; their words may change. */
  hold(on: boolean): void {
    this.#held = on ? (this.#held ?? this.sections) : undefined;
  }

  get #recent(): readonly SessionRow[] {
    if (!this.#own) return this.#app.sessions.rows;
    return this.#own.loading ? this.#before : this.#own.rows;
  }

  readonly #now = (row: SessionRow): SessionRow =>
    this.#app.find(row.id) ?? this.#recent.find((one) => one.id === row.id) ?? row;
}

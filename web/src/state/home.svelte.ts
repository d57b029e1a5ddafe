import type { SessionPage, SessionRow } from '../protocol/session';
import type { App } from './app.svelte';
import { divided, mostUsed, refreshed, type Sections, type Start } from './sections';
import { setOf } from './sets';

const read = 100;
const between = 2_000;

/** What the page shows where no session is open: what waits, what runs, what can be continued and what can be begun. */
export class Home {
  starts = $state.raw<Start[]>([]);
  loading = $state(true);
  #recent = $state.raw<SessionRow[]>([]);
  #held = $state.raw<Sections>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  async load(): Promise<void> {
    await this.#app.keepUp(async () => {
      const [page, { folders }] = await Promise.all([this.#page(), this.#app.projects.folders()]);
      this.#recent = page.sessions;
      this.starts = mostUsed(page.sessions, folders, this.#app.config?.new_session_engines ?? []);
    });
    this.loading = false;
  }

  /** Something changed somewhere: asks again, once for all changes of the next two seconds. */
  refreshSoon(): void {
    if (this.loading || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#app.keepUp(async () => {
        this.#recent = (await this.#page()).sessions;
      });
    }, between);
  }

  leave(): void {
    clearTimeout(this.#timer);
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

  readonly #now = (row: SessionRow): SessionRow => this.#app.find(row.id) ?? row;

  #page(): Promise<SessionPage> {
    return this.#app.api.get<SessionPage>('/api/sessions', { limit: read });
  }
}

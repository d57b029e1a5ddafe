import { Refusal } from '../net/refusal';
import { sessionPath, type SessionRow } from '../protocol/session';
import type { ShareLink, SharePreview } from '../protocol/share';
import type { App } from './app.svelte';

export const lasting = [24, 72, 168, 720] as const;
export type Hours = (typeof lasting)[number];

/** Turns that somebody is about to share: nothing leaves before it was shown. People count turns from 1. */
export class Share {
  preview = $state.raw<SharePreview>();
  trouble = $state.raw<Refusal>();
  hours = $state<Hours>(72);
  busy = $state(false);
  /** The address of the link, once there is one. */
  link = $state<{ url: string; until: string }>();
  from = $state<number>();
  to = $state<number>();
  /** Whether what the turns changed is part of the page. */
  changes = $state(false);
  readonly row: SessionRow;
  readonly #app: App;
  #asked = 0;
  /** Whether turns were proposed: until then there is nothing to choose, and a field that is emptied later stays so. */
  proposed = $state(false);

  constructor(app: App, row: SessionRow) {
    this.#app = app;
    this.row = row;
  }

  /** What is shown is what was asked for last. */
  get ready(): boolean {
    return this.shown && !this.busy;
  }

  /** Whether the preview is that of the turns in the fields. */
  get shown(): boolean {
    const { preview } = this;
    if (!preview || (preview.changes !== null) !== this.changes) return false;
    return preview.from + 1 === this.from && preview.to + 1 === this.to;
  }

  get #path(): string {
    return sessionPath(this.row.id, '/share');
  }

  /** Whether nothing is to be asked; an answer that is on its way then is one about other turns. */
  stays(): boolean {
    if (!this.shown) return false;
    this.#asked += 1;
    return true;
  }

  /** An answer that was overtaken by another wish is dropped. */
  async show(): Promise<void> {
    const asked = (this.#asked += 1);
    const { from, to, changes } = this;
    this.trouble = undefined;
    const turns = { ...(from ? { from: from - 1 } : {}), ...(to ? { to: to - 1 } : {}) };
    const query = { ...turns, ...(changes ? { changes: 1 } : {}) };
    try {
      const preview = await this.#app.api.get<SharePreview>(this.#path, query);
      if (asked !== this.#asked) return;
      this.preview = preview;
      if (!this.proposed) [this.from, this.to, this.proposed] = [preview.from + 1, preview.to + 1, true];
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (asked === this.#asked) [this.trouble, this.preview] = [reason, undefined];
    }
  }

  async makeLink(): Promise<void> {
    await this.#make(async (wish) => {
      const made = await this.#app.api.post<ShareLink>(this.#path, { ...wish, link: true });
      this.link = { url: location.origin + made.url, until: made.expires_at };
    });
  }

  /** The page as text, for a file; undefined where it was refused. */
  async makeFile(): Promise<string | undefined> {
    let page: string | undefined;
    await this.#make(async (wish) => {
      page = await this.#app.api.postForText(this.#path, { ...wish, link: false });
    });
    return page;
  }

  async #make(step: (wish: object) => Promise<void>): Promise<void> {
    const { preview } = this;
    if (!preview || !this.ready) return;
    this.busy = true;
    try {
      await step({
        turns: [preview.from, preview.to],
        changes: preview.changes !== null,
        expires_hours: this.hours,
        seen: preview.seen,
      });
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.code === 'conflict') await this.show();
      this.trouble = reason;
    } finally {
      this.busy = false;
    }
  }
}

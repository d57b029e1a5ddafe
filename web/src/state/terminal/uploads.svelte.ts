import { Refusal } from '../../net/refusal';
import { upload as send } from '../../net/upload';
import { t } from '../../text';
import { sentence } from '../../text/problem';
import { size } from '../../text/when';
import type { App } from '../app.svelte';
import { typedPath } from './paste';
import type { TerminalSession } from './session.svelte';

/** More than a person drops on purpose without a thought. */
const many = 20;

interface Batch {
  at: number;
  of: number;
  name: string;
  percent: number;
}

type Page = Pick<App, 'toasts' | 'questions' | 'config'> & { api: Pick<App['api'], 'csrf'> };

/** Files that were pasted or dropped: uploaded one after the other, and each path typed into the program. */
export class Uploads {
  running = $state.raw<Batch>();
  readonly #app: Page;
  readonly #session: Pick<TerminalSession, 'sid' | 'paste'>;
  readonly #upload: typeof send;
  #queue: File[] = [];
  #done = 0;

  constructor(app: Page, session: Pick<TerminalSession, 'sid' | 'paste'>, upload = send) {
    this.#app = app;
    this.#session = session;
    this.#upload = upload;
  }

  /** What is dropped while others are on their way waits behind them. */
  async send(files: readonly File[]): Promise<void> {
    const { uploadSure, uploadWhy: why, uploadMany } = t.terminal;
    const n = files.length;
    if (n > many && !(await this.#app.questions.ask({ title: uploadSure(n), why, yes: uploadMany(n) }))) return;
    const idle = this.#queue.length === 0 && this.running === undefined;
    this.#queue.push(...files);
    if (idle) await this.#work();
  }

  /** What is under way is finished; what waits is not begun. */
  stop(): void {
    this.#queue = [];
  }

  async #work(): Promise<void> {
    const uploaded: string[] = [];
    let trouble: string | undefined;
    this.#done = 0;
    for (let file = this.#queue.shift(); file; file = this.#queue.shift()) {
      const reason = await this.#one(file);
      if (reason === undefined) uploaded.push(file.name);
      trouble ??= reason;
      this.#done += 1;
    }
    this.running = undefined;
    const [only] = uploaded;
    if (uploaded.length === 1 && only !== undefined) this.#app.toasts.say(t.terminal.uploaded(only));
    else if (uploaded.length > 1) this.#app.toasts.say(t.terminal.uploadedMany(uploaded.length));
    if (trouble !== undefined) this.#app.toasts.fail(trouble);
  }

  /** Why it could not be uploaded. */
  async #one(file: File): Promise<string | undefined> {
    const limit = this.#app.config?.upload_max_bytes ?? Infinity;
    if (file.size > limit) return t.terminal.tooLarge(file.name, size(limit));
    const show = (percent: number) => {
      const at = this.#done + 1;
      this.running = { at, of: at + this.#queue.length, name: file.name, percent };
    };
    show(0);
    try {
      const { path } = await this.#upload(file, this.#session.sid, this.#app.api.csrf, show);
      this.#session.paste(typedPath(path));
      return undefined;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.code === 'unreachable') this.stop(); // the others would fail in the same way
      return sentence(reason);
    }
  }
}

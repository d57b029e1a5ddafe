import { Refusal } from '../../net/refusal';
import { upload } from '../../net/upload';
import { t } from '../../text';
import { sentence } from '../../text/problem';
import { size } from '../../text/when';
import type { App } from '../app.svelte';
import { typedPath } from './paste';
import type { TerminalSession } from './session.svelte';

interface Running {
  id: number;
  name: string;
  percent: number;
}

/** Files that were pasted or dropped: uploaded one after the other, and each path typed into the program. */
export class Uploads {
  running = $state.raw<Running[]>([]);
  readonly #app: App;
  readonly #session: TerminalSession;
  #last = 0;

  constructor(app: App, session: TerminalSession) {
    this.#app = app;
    this.#session = session;
  }

  async send(files: readonly File[]): Promise<void> {
    for (const file of files) await this.#one(file);
  }

  async #one(file: File): Promise<void> {
    const limit = this.#app.config?.upload_max_bytes ?? Infinity;
    if (file.size > limit) {
      this.#app.toasts.fail(t.terminal.tooLarge(file.name, size(limit)));
      return;
    }
    const id = ++this.#last;
    this.#show({ id, name: file.name, percent: 0 });
    try {
      const { path } = await upload(file, this.#session.sid, this.#app.api.csrf, (percent) => {
        this.#show({ id, name: file.name, percent });
      });
      this.#session.paste(typedPath(path));
      this.#app.toasts.say(t.terminal.uploaded(file.name));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.#app.toasts.fail(sentence(reason));
    } finally {
      this.running = this.running.filter((one) => one.id !== id);
    }
  }

  #show(shown: Running): void {
    const others = this.running.filter((one) => one.id !== shown.id);
    this.running = [...others, shown];
  }
}

import { Refusal } from '../net/refusal';
import { isRemoteId, sessionPath, type Command, type SessionRow } from '../protocol/session';
import type { App } from './app.svelte';
import { FolderChoice } from './folderchoice.svelte';
import { isWithin } from './roots';

/** The ways out for a session that cannot be resumed because its folder is gone. */
export class GoneFolder extends FolderChoice {
  /** What resuming would run; undefined until the server has said so. */
  command = $state.raw<Command>();
  busy = $state(false);
  readonly #row: SessionRow;

  constructor(app: App, row: SessionRow) {
    super(app);
    this.#row = row;
  }

  /** Whether the folder is what the session lacks: other refusals have no ways out here. */
  get gone(): boolean {
    return this.command?.exists === false;
  }

  /** Whether the program goes on in another folder. */
  get moves(): boolean {
    return this.command?.moves === true;
  }

  /** The server makes folders below its project roots only. */
  get canMakeAgain(): boolean {
    const { command } = this;
    if (!command || !this.mkdir) return false;
    return this.roots.some((root) => isWithin(command.folder, root) && command.folder !== root);
  }

  /** Without an answer there is nothing to offer: the refusal stands beside it already. Folders of other hosts are theirs. */
  async look(): Promise<void> {
    if (isRemoteId(this.#row.id)) return;
    try {
      const path = sessionPath(this.#row.id, '/command');
      const [command] = await Promise.all([this.app.api.get<Command>(path), this.load()]);
      this.command = command;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  /** Whether the folder is there again. */
  async makeAgain(): Promise<boolean> {
    this.busy = true;
    const made = await this.app.attempt(() => this.app.api.post(sessionPath(this.#row.id, '/folder')));
    this.busy = false;
    return made;
  }
}

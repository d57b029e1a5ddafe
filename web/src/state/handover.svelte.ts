import type { Engine } from '../protocol/engine';
import type { HandedOver, HandOverProposal } from '../protocol/handover';
import { sessionPath, type EngineKey, type SessionRow } from '../protocol/session';
import { Refusal } from '../net/refusal';
import type { App } from './app.svelte';
import { newRow } from './newrow';

/** What the server takes of a first prompt, in UTF-8. */
const mostOfPrompt = 16 * 1024;

/** A session that another program is to go on with, until somebody starts that. */
export class HandOver {
  /** What the next program is told; undefined until the server has proposed something. */
  prompt = $state<string>();
  masked = $state(0);
  trouble = $state.raw<Refusal>();
  starting = $state(false);
  readonly row: SessionRow;
  readonly #app: App;
  #chosen = $state<EngineKey>();

  constructor(app: App, row: SessionRow) {
    this.#app = app;
    this.row = row;
  }

  /** The programs that can be told something first, the session's own last: mostly another one is wanted. */
  get offers(): EngineKey[] {
    const able = this.#installed.filter((one) => one.takes_prompt).map((one) => one.engine);
    return [...able.filter((one) => one !== this.row.engine), ...able.filter((one) => one === this.row.engine)];
  }

  /** Those that are installed and take no first prompt. */
  get unable(): EngineKey[] {
    return this.#installed.filter((one) => !one.takes_prompt).map((one) => one.engine);
  }

  get #installed(): Engine[] {
    const begins = this.#app.config?.new_session_engines ?? [];
    return this.#app.capabilities.engines.filter((one) => one.agent && begins.includes(one.engine));
  }

  get engine(): EngineKey | undefined {
    return this.#chosen ?? this.offers[0];
  }

  set engine(chosen: EngineKey | undefined) {
    this.#chosen = chosen;
  }

  get tooLong(): boolean {
    return new TextEncoder().encode(this.prompt?.trim() ?? '').length > mostOfPrompt;
  }

  get ready(): boolean {
    return this.engine !== undefined && Boolean(this.prompt?.trim()) && !this.tooLong;
  }

  /** Asks what the next program would be told; that does not depend on which one it is. */
  async propose(): Promise<void> {
    this.trouble = undefined;
    const [engine] = this.offers;
    if (!engine) return;
    try {
      const path = sessionPath(this.row.id, '/hand-over');
      const proposal = await this.#app.api.get<HandOverProposal>(path, { engine });
      this.masked = proposal.masked;
      this.prompt ??= proposal.prompt;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = reason;
    }
  }

  /** The program runs once the server has answered; its terminal is shown then. */
  async start(): Promise<boolean> {
    const { engine, prompt } = this;
    if (!engine || !prompt || !this.ready || this.starting) return false;
    this.starting = true;
    const done = await this.#app.attempt(async () => {
      const terminals = await this.#app.withTerminals();
      const path = sessionPath(this.row.id, '/hand-over');
      const { sid } = await this.#app.api.post<HandedOver>(path, { engine, prompt: prompt.trim() });
      const folder = this.row.cwd ?? '';
      this.#app.begun.set(sid, { ...newRow(sid, engine, folder), handed_from: this.row.id });
      terminals.open({ sid, start: { cwd: folder, bypass: false, prompt: true } }).screen.takeKeys();
      this.#app.place.go({ at: 'session', sid, tab: 'terminal', turn: undefined });
    });
    this.starting = false;
    return done;
  }
}

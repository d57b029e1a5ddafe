import type { Api } from '../net/api';
import type { Config } from '../protocol/config';
import type { Engine, EngineLook } from '../protocol/engine';
import type { EngineKey } from '../protocol/session';

/** What this server has: the programs it found, what they are called, and whether the AI review can be asked for. */
export class Capabilities {
  engines = $state.raw<Engine[]>([]);
  reviewing = $state(false);
  readonly #api: Api;
  readonly #config: () => Config | undefined;

  constructor(api: Api, config: () => Config | undefined) {
    this.#api = api;
    this.#config = config;
  }

  async loadEngines(): Promise<void> {
    this.engines = (await this.#api.get<{ engines: Engine[] }>('/api/engines')).engines;
  }

  async loadReviewing(): Promise<void> {
    this.reviewing = (await this.#api.get<{ state: string }>('/api/ai-review')).state !== 'off';
  }

  /** The agents: all but the plain terminal, which every host has. */
  get agents(): Engine[] {
    return this.engines.filter((engine) => engine.agent);
  }

  /** It was asked and none of the programs is there. */
  get nothing(): boolean {
    return this.agents.length > 0 && this.agents.every((engine) => !engine.present);
  }

  find(key: EngineKey): Engine | undefined {
    return this.engines.find((one) => one.engine === key);
  }

  /** How a program's mark is drawn; said with the first answer, so that marks come with the list. */
  look(key: EngineKey): EngineLook | undefined {
    return this.#config()?.looks[key] ?? this.find(key);
  }

  /** Whether it is an agent, as all are but the plain terminal. */
  isAgent(key: EngineKey): boolean {
    return this.find(key)?.agent ?? true;
  }

  label(key: EngineKey): string {
    return this.#config()?.labels[key] ?? this.find(key)?.label ?? key;
  }
}

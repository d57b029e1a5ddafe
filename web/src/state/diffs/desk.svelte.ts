import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../../net/api';
import { Refusal } from '../../net/refusal';
import { changesPath, type ChangeCount, type Changes } from '../../protocol/changes';
import { mapOf, setOf } from '../sets';
import type { DiffReading } from './reading.svelte';

/** So many sessions are remembered as they were read. */
const most = 4;

/** How many files the sessions have changed, as far as this page knows, and where somebody read on in them. */
export class DiffDesk {
  readonly counts = new SvelteMap<string, number>();
  /** The one that was looked at last is the last. */
  #readings: ReadonlyMap<string, DiffReading> = mapOf();
  #asked = setOf<string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Asked for once for each session that is looked at. Nobody waits for it, so a refusal says nothing. */
  async count(sid: string): Promise<void> {
    if (this.#asked.has(sid)) return;
    this.#asked = setOf([...this.#asked, sid]);
    try {
      const { recorded, files } = await this.#api.get<ChangeCount>(changesPath(sid), { count: 1 });
      if (!this.#readings.has(sid)) this.#keep(sid, recorded, files);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.#asked = setOf([...this.#asked].filter((one) => one !== sid));
    }
  }

  counted(sid: string, { scope, files, recorded }: Changes): void {
    if (scope !== 'session') return;
    this.#asked = setOf([...this.#asked, sid]);
    this.#keep(sid, recorded, files.length);
  }

  #keep(sid: string, recorded: boolean, files: number): void {
    if (recorded) this.counts.set(sid, files);
    else this.counts.delete(sid);
  }

  /** The reading of a session: the one that was left, or a new one. */
  reading(sid: string, begin: () => DiffReading): DiffReading {
    const reading = this.#readings.get(sid) ?? begin();
    const others = [...this.#readings].filter(([one]) => one !== sid).slice(1 - most);
    this.#readings = mapOf([...others, [sid, reading]]);
    return reading;
  }
}

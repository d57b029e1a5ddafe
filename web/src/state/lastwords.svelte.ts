import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath, type SessionRow } from '../protocol/session';
import type { HistoryPage, Turn } from '../protocol/transcript';

/** Of so many turns one says something, unless tools had the last word for long. */
const enough = 10;
/** More than a line shows of it. */
const most = 200;

interface Words {
  /** The state of the session that they are of. */
  at: string;
  text: string;
  own: boolean;
}

/** What was said last in the few sessions that are in sight: asked for one by one, and only while somebody looks. */
export class LastWords {
  readonly #known = new SvelteMap<string, Words>();
  #wanted: readonly SessionRow[] = [];
  #asking: AbortController | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  look(rows: readonly SessionRow[]): void {
    this.#wanted = rows;
    if (!this.#asking) void this.#ask(new AbortController());
  }

  /** What is on its way is not wanted any more. */
  leave(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }

  /** Undefined until they are known; without text where nothing was said of late. */
  of(row: SessionRow): { text: string; own: boolean } | undefined {
    return this.#known.get(row.id);
  }

  async #ask(asking: AbortController): Promise<void> {
    this.#asking = asking;
    try {
      for (let row = this.#next(); row && !asking.signal.aborted; row = this.#next()) {
        const words = await this.#read(row, asking.signal);
        this.#known.set(row.id, { at: row.updated_at, ...words });
      }
    } catch {
      // Left, or no answer: it is asked for again with the next look.
    }
    if (this.#asking === asking) this.#asking = undefined;
  }

  #next(): SessionRow | undefined {
    return this.#wanted.find((row) => this.#known.get(row.id)?.at !== row.updated_at);
  }

  async #read({ id }: SessionRow, signal: AbortSignal): Promise<Omit<Words, 'at'>> {
    try {
      const query = { format: 'json', limit: enough };
      const { turns = [] } = await this.#api.get<HistoryPage>(sessionPath(id, '/history'), query, signal);
      const last = turns.findLast(({ role, text }) => (role === 'user' || role === 'assistant') && text.trim() !== '');
      return { text: last ? firstLine(last) : '', own: last?.role === 'user' };
    } catch (reason) {
      if (reason instanceof Refusal && reason.status > 0) return { text: '', own: false };
      throw reason;
    }
  }
}

/** Without the marks of Markdown that stand at its beginning and around its words. */
function firstLine({ text }: Turn): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:#+|>|[-*+])\s+/, '').replace(/\*\*|`+/g, ''));
  return (lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '').trim().slice(0, most);
}

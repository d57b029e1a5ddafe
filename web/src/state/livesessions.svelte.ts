import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import type { SessionPage, SessionQuery, SessionRow } from '../protocol/session';
import { needsYou } from './filter';
import { isListed } from './meaning';
import { inOrder, inPlace, placed, waitingOrder, type Order } from './order';
import { mapOf, setOf } from './sets';

const most = 500;

type Step = (signal: AbortSignal) => Promise<void>;

/**
 * The running sessions and those that wait for somebody, regardless of the list's filter: for the counts, the keys
 * 1 to 9 and the notifications. Loaded once, then updated by live events.
 */
export class LiveSessions {
  rows = $state.raw<SessionRow[]>([]);
  waiting = $state.raw<SessionRow[]>([]);
  /** Whether they were asked for, with or without an answer. */
  tried = $state(false);
  /** Called once for each session that starts to wait. */
  onWaiting: (row: SessionRow) => void = () => undefined;
  readonly #api: Api;
  /** A connection that hangs must not delay later requests. */
  readonly #patience: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known: ReadonlySet<string> | undefined;
  #answered: Promise<void> = Promise.resolve();
  #asking = false;
  /** News that arrived during a request, whose answer may be older. */
  #told: ReadonlyMap<string, SessionRow> = mapOf();
  /** Incomplete or stale: the next news triggers a reload. */
  #lacking = false;

  constructor(api: Api, patience = 30_000) {
    this.#api = api;
    this.#patience = patience;
  }

  refreshSoon(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.load();
    }, 150);
  }

  load(): Promise<void> {
    return this.#inTurn(async (signal) => {
      const both = [
        this.#page({ live: '1' }, signal),
        this.#page({ needs_you: '1', sort: 'waiting' }, signal),
      ] as const;
      [this.rows, this.waiting] = await Promise.all(both);
      this.#known ??= setOf(this.waiting.map((row) => row.id));
    });
  }

  /** Loads only the running ones: for a session known only to be running. */
  loadRunning(): Promise<void> {
    return this.#inTurn(async (signal) => {
      this.rows = await this.#page({ live: '1' }, signal);
    });
  }

  find(id: string): SessionRow | undefined {
    return this.rows.find((row) => row.id === id) ?? this.waiting.find((row) => row.id === id);
  }

  /** New facts about one session: whether it runs or waits is in them. */
  put(row: SessionRow): void {
    if (this.#asking) this.#told = mapOf([...this.#told, [row.id, row]]);
    const counts = isListed(row) && !row.archived && !row.snoozed;
    this.rows = standing(this.rows, row, counts && row.live !== false);
    this.waiting = standing(this.waiting, row, counts && needsYou(row), waitingOrder);
    this.#notify();
    if (this.#lacking) this.refreshSoon();
  }

  remove(id: string): void {
    if (this.#asking) this.refreshSoon();
    this.rows = this.rows.filter((row) => row.id !== id);
    this.waiting = this.waiting.filter((row) => row.id !== id);
  }

  /** Programs ended on unknown sessions: a pending answer may still list them. */
  ranElsewhere(): void {
    if (this.#asking || this.#lacking) this.refreshSoon();
  }

  /** One at a time: an older answer must not overwrite a newer one. */
  #inTurn(step: Step): Promise<void> {
    this.#answered = this.#answered.catch(() => undefined).then(() => this.#ask(step));
    return this.#answered;
  }

  async #ask(step: Step): Promise<void> {
    const tooLong = AbortSignal.timeout(this.#patience);
    this.#told = mapOf();
    this.#asking = true;
    this.#lacking = false;
    try {
      await step(tooLong);
    } catch (reason) {
      this.#lacking = true;
      if (reason instanceof Refusal || tooLong.aborted) return; // the page says elsewhere that the server is away
      throw reason;
    } finally {
      this.#asking = false;
      this.tried = true;
    }
    for (const row of this.#told.values()) this.put(row);
    this.#notify();
  }

  #notify(): void {
    const before = this.#known;
    if (!before) return;
    this.#known = setOf(this.waiting.map((row) => row.id));
    this.waiting
      .filter((row) => !before.has(row.id))
      .forEach((row) => {
        this.onWaiting(row);
      });
  }

  async #page(query: SessionQuery, signal: AbortSignal): Promise<SessionRow[]> {
    const page = await this.#api.get<SessionPage>('/api/sessions', { ...query, limit: most }, signal);
    this.#lacking ||= page.next_offset !== null;
    return page.sessions;
  }
}

/** Puts the row in place, or removes it; returns the same array when nothing changed. */
function standing(rows: SessionRow[], row: SessionRow, stands: boolean, order: Order = inOrder): SessionRow[] {
  const stood = rows.some((one) => one.id === row.id);
  if (!stands) return stood ? rows.filter((one) => one.id !== row.id) : rows;
  return placed(inPlace(rows, [row]), row, order);
}

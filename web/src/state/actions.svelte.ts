import type { Api } from '../net/api';
import { Refusal } from '../net/refusal';
import { sessionPath, type SessionRow } from '../protocol/session';
import { t } from '../text';
import { sentence } from '../text/problem';
import { ahead } from '../text/when';
import { setOf } from './sets';
import { sleeps } from './snooze';
import type { Toasts } from './toasts.svelte';

type Step = () => Promise<unknown>;

/** A change to one session, on its host, and the way back. */
interface Deed {
  host: string | null;
  run: Step;
  back: Step;
}

/** What a host did not do: it stops at the first thing that it refuses. */
interface Missed {
  host: string | null;
  count: number;
  why: Refusal;
}

/** Actions on sessions. Each can be undone: in its toast, and with the key `u`. */
export class Actions {
  /** Receives each row that the server answered, and the time of the request, so that lists show it at once. */
  onRow: (row: SessionRow, asked: number) => void = () => undefined;
  moment: () => number = () => 0;
  /** Called after a refusal: what is shown may be stale. */
  onRefused: () => void = () => undefined;
  /** Asks whether the programs of these sessions may be ended, which archiving requires. */
  mayEnd: (rows: readonly SessionRow[]) => Promise<boolean> = () => Promise.resolve(false);
  /** Asks whether a program that is working may be ended. */
  mayEndWork: (row: SessionRow) => Promise<boolean> = () => Promise.resolve(false);
  /** Asks whether the copy of a session may be removed for good. */
  mayForget: (row: SessionRow) => Promise<boolean> = () => Promise.resolve(false);
  /** Starts the program of a session again. */
  resume: (sid: string) => void = () => undefined;
  readonly #api: Api;
  readonly #toasts: Toasts;
  #undo: Step[] = [];
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(api: Api, toasts: Toasts) {
    this.#api = api;
    this.#toasts = toasts;
  }

  rename(row: SessionRow, title: string): Promise<boolean> {
    const before = row.title_source === 'user' ? (row.title ?? '') : '';
    return this.#one(
      t.action.renamed,
      row,
      () => this.#rename(row.id, title),
      () => this.#rename(row.id, before),
    );
  }

  favourite(rows: readonly SessionRow[], on: boolean): Promise<boolean> {
    const touched = rows.filter((row) => row.sticky !== on);
    const said = on ? t.action.starred : t.action.unstarred;
    return this.#each(said, touched, on ? 'favorite' : 'unfavorite', on ? 'unfavorite' : 'favorite');
  }

  async archive(rows: readonly SessionRow[], on: boolean): Promise<boolean> {
    const touched = rows.filter((row) => row.archived !== on);
    const running = touched.filter((row) => row.live === true && !row.elsewhere);
    if (on && running.length > 0 && !(await this.mayEnd(running))) return false;
    const said = on ? t.action.archived : t.action.unarchived;
    return this.#each(said, touched, on ? 'archive' : 'unarchive', on ? 'unarchive' : 'archive', () => {
      if (on && running.length > 0) this.#saidEnded(running);
      else this.#toasts.say(t.undone);
    });
  }

  /** Takes sessions out of the daily list; without a time, until they need somebody. */
  snooze(rows: readonly SessionRow[], until: Date | undefined): Promise<boolean> {
    const when = until && ahead(until.toISOString(), Date.now());
    return this.#do(
      (count) => (when === undefined ? t.snooze.doneNeeded(count) : t.snooze.done(count, when)),
      rows.map((row) => ({
        host: row.host,
        run: () => this.#snooze(row.id, until?.toISOString() ?? null),
        back: () => this.#asBefore(row),
      })),
    );
  }

  wake(rows: readonly SessionRow[]): Promise<boolean> {
    const touched = rows.filter((row) => row.snoozed);
    return this.#do(
      t.snooze.woken,
      touched.map((row) => ({
        host: row.host,
        run: () => this.#post(row, 'wake'),
        back: () => this.#asBefore(row),
      })),
    );
  }

  /** Has a session go on at a time, once; takes the place of a time that was set before. */
  continueAt(row: SessionRow, at: string, text: string): Promise<boolean> {
    const before = row.continue_at;
    const set = () => this.#continueAt(row.id, { at, text });
    return this.#one(t.continueAt.set(ahead(at, Date.now())), row, set, () => this.#continueAt(row.id, before));
  }

  cancelContinuing(row: SessionRow): Promise<boolean> {
    const before = row.continue_at;
    if (!before) return Promise.resolve(true);
    const cancel = () => this.#continueAt(row.id, null);
    return this.#one(t.continueAt.cancelled, row, cancel, () => this.#continueAt(row.id, before));
  }

  /** Ends the program of a session, which stays where it is and can be resumed. */
  async endProgram(row: SessionRow): Promise<boolean> {
    if (row.status === 'working' && !(await this.mayEndWork(row))) return false;
    const ended = await this.#attempt(() =>
      this.#row(() => this.#api.post<SessionRow>(sessionPath(row.id, '/end'), { force: true })),
    );
    if (ended) this.#toasts.say(t.action.programEnded, this.#resuming(row));
    return ended;
  }

  /** Gives a deleted session back to its program. */
  async restore(row: SessionRow, oldDate: boolean): Promise<boolean> {
    const restored = await this.#attempt(() =>
      this.#row(() => this.#api.post<SessionRow>(sessionPath(row.id, '/restore'), { old_date: oldDate })),
    );
    if (restored) this.#toasts.say(t.vault.restored);
    return restored;
  }

  /** Removes the copy of a session, once somebody is sure. */
  async forget(row: SessionRow): Promise<boolean> {
    if (!(await this.mayForget(row))) return false;
    const forgotten = await this.#attempt(() => this.#api.delete(sessionPath(row.id, '/vault')));
    if (forgotten) {
      this.#toasts.say(t.vault.forgotten);
      this.onRefused();
    }
    return forgotten;
  }

  /** What an undone archiving cannot bring back. */
  #saidEnded(rows: readonly SessionRow[]): void {
    const [row] = rows;
    this.#toasts.say(t.action.backEnded(rows.length), rows.length === 1 && row ? this.#resuming(row) : undefined);
  }

  #resuming({ id }: SessionRow): { label: string; run: () => void } {
    return {
      label: t.terminal.resume,
      run: () => {
        this.resume(id);
      },
    };
  }

  /** Keeps sessions out of the AI review, or lets them in again. */
  keepOut(rows: readonly SessionRow[], on: boolean): Promise<boolean> {
    const touched = rows.filter((row) => row.review_off !== on);
    const said = on ? t.action.reviewOff : t.action.reviewOn;
    return this.#each(said, touched, on ? 'review-off' : 'review-on', on ? 'review-on' : 'review-off');
  }

  /** Marks the review of these sessions as handled, or says that they need somebody after all. */
  see(rows: readonly SessionRow[], on: boolean): Promise<boolean> {
    const touched = rows.filter((row) => row.review !== null && row.review.seen !== on);
    const said = on ? t.action.seen : t.action.unseen;
    return this.#each(said, touched, on ? 'review-seen' : 'review-unseen', on ? 'review-unseen' : 'review-seen');
  }

  /** Requests a review of these sessions, or of all: the results are in their rows. */
  async review(rows?: readonly SessionRow[]): Promise<void> {
    await this.#attempt(async () => {
      const wish = rows ? { sids: rows.map((row) => row.id) } : {};
      const { sessions } = await this.#api.post<{ sessions: number }>('/api/ai-review/run', wish);
      this.#toasts.say(t.review.begun(sessions));
    });
  }

  assign(rows: readonly SessionRow[], project: string | null, name: string): Promise<boolean> {
    const touched = rows.filter((row) => row.project_id !== project);
    return this.#do(
      (count) => (project === null ? t.action.unassigned(count) : t.action.moved(count, name)),
      touched.map((row) => ({
        host: row.host,
        run: () => this.#assign(row.id, project),
        back: () => this.#assign(row.id, row.project_id),
      })),
    );
  }

  /** Something else that can be undone, such as a journal entry. Returns how to undo it now. */
  remember(undo: Step): () => void {
    this.#undo.push(undo);
    return () => void this.#undoThis(undo);
  }

  /** A change may be seen before its answer arrives: undo waits for the answer. */
  async undoLast(): Promise<void> {
    await this.#underWay;
    const step = this.#undo.pop();
    if (!step) {
      this.#toasts.say(t.nothingToUndo);
      return;
    }
    await this.#attempt(step);
  }

  /** Runs something that may be refused, and shows the reason if it was. */
  async #attempt(step: Step): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.#toasts.fail(sentence(reason));
      this.onRefused();
      return false;
    }
  }

  #each(
    said: (count: number) => string,
    rows: readonly SessionRow[],
    verb: string,
    reverse: string,
    undone?: () => void,
  ): Promise<boolean> {
    const deeds = rows.map((row) => ({
      host: row.host,
      run: () => this.#post(row, verb),
      back: () => this.#post(row, reverse),
    }));
    return this.#do(said, deeds, undone);
  }

  #one(said: string, { host }: SessionRow, run: Step, back: Step): Promise<boolean> {
    return this.#do(() => said, [{ host, run, back }]);
  }

  #do(said: (count: number) => string, deeds: readonly Deed[], undone?: () => void): Promise<boolean> {
    if (deeds.length === 0) return Promise.resolve(true);
    const change = this.#change(said, deeds, undone);
    this.#underWay = Promise.allSettled([this.#underWay, change]);
    return change;
  }

  async #change(
    said: (count: number) => string,
    deeds: readonly Deed[],
    undone = () => {
      this.#toasts.say(t.undone);
    },
  ): Promise<boolean> {
    const done: Deed[] = [];
    let unsay = (): void => undefined;
    const undo = async () => {
      const back = done.map(({ host, run, back: again }) => ({ host, run: again, back: run }));
      const left = await onEachHost(back, () => undefined);
      if (left.length > 0) {
        this.#failed(back, left);
        return;
      }
      unsay();
      undone();
    };
    const missed = await onEachHost(deeds, (deed) => done.unshift(deed));
    const whole = missed.length === 0;
    if (!whole) this.#failed(deeds, missed);
    if (done.length === 0) return whole;
    const run = this.remember(undo);
    // Of one host that stopped, the reason is said alone; of several, what the others did as well.
    if (whole || hostsOf(deeds) > 1) unsay = this.#toasts.say(said(done.length), { label: t.undo, key: 'u', run });
    return whole;
  }

  /** Where several hosts were asked, each that did not do all of it is named. */
  #failed(deeds: readonly Deed[], missed: readonly Missed[]): void {
    const several = hostsOf(deeds) > 1;
    for (const { host, count, why } of missed) {
      const unsure = why.code === 'host_late' || why.code === 'unreachable' ? 1 : 0; // it may have been done
      const words = sentence(why);
      this.#toasts.fail(several ? t.hosts.missed(host ?? t.hosts.here, count - unsure, words) : words);
    }
    this.onRefused();
  }

  async #undoThis(undo: Step): Promise<void> {
    this.#undo = this.#undo.filter((step) => step !== undo);
    await this.#attempt(undo);
  }

  async #post(row: SessionRow, verb: string): Promise<void> {
    const end = verb === 'archive' && row.live === true;
    const path = sessionPath(row.id, `/${verb}`);
    await this.#row(() => this.#api.post<SessionRow>(path, end ? { end } : undefined));
  }

  async #snooze(id: string, until: string | null): Promise<void> {
    const path = sessionPath(id, '/snooze');
    await this.#row(() => this.#api.post<SessionRow>(path, until === null ? {} : { until }));
  }

  async #continueAt(id: string, plan: SessionRow['continue_at']): Promise<void> {
    const path = sessionPath(id, '/continue-at');
    await this.#row(() => (plan ? this.#api.post<SessionRow>(path, plan) : this.#api.delete<SessionRow>(path)));
  }

  /** Snoozed as it was, unless its time has come meanwhile. */
  #asBefore(row: SessionRow): Promise<void> {
    return sleeps(row, Date.now()) ? this.#snooze(row.id, row.snoozed_until) : this.#post(row, 'wake');
  }

  async #rename(id: string, title: string): Promise<void> {
    await this.#row(() => this.#api.post<SessionRow>(sessionPath(id, '/rename'), { title }));
  }

  async #assign(id: string, project: string | null): Promise<void> {
    await this.#row(() => this.#api.patch<SessionRow>(sessionPath(id, '/metadata'), { project_id: project }));
  }

  async #row(change: () => Promise<SessionRow>): Promise<void> {
    const asked = this.moment();
    this.onRow(await change(), asked);
  }
}

/** All hosts at once, and what is asked of each in turn. */
async function onEachHost(deeds: readonly Deed[], done: (deed: Deed) => unknown): Promise<Missed[]> {
  const hosts = [...setOf(deeds.map(({ host }) => host))];
  const missed = await Promise.all(
    hosts.map(async (host) => {
      const own = deeds.filter((deed) => deed.host === host);
      for (const [at, deed] of own.entries()) {
        try {
          await deed.run();
        } catch (why) {
          if (!(why instanceof Refusal)) throw why;
          return [{ host, count: own.length - at, why }];
        }
        done(deed);
      }
      return [];
    }),
  );
  return missed.flat();
}

function hostsOf(deeds: readonly Deed[]): number {
  return setOf(deeds.map(({ host }) => host)).size;
}

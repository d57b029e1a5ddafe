import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../net/api';
import { pause } from '../net/pause';
import { Refusal } from '../net/refusal';
import {
  questionOf,
  questionPath,
  settledOf,
  type Given,
  type Question,
  type QuestionEnd,
  type Receipt,
  type SettledQuestion,
} from '../protocol/question';
import { hostOfId, type EngineKey } from '../protocol/session';
import { t } from '../text';
import { sentence } from '../text/problem';
import { Meanwhile } from './ask/meanwhile';
import { mapOf, setOf } from './sets';

/** How an answer of this page stands while its question is open. */
export type Answering =
  | { is: 'sending'; choice: string }
  /** The program has it, and was not seen to take it yet. */
  | { is: 'sent'; receipt: Receipt }
  /** Nothing was sent, and it can be answered again. */
  | { is: 'notSent'; why: string }
  /** Nothing was sent: it is another question by now. */
  | { is: 'changed' }
  /** Nothing was sent: another answer is on its way. */
  | { is: 'late' }
  /** No answer from the server: nobody knows whether it arrived. */
  | { is: 'unknown' };

const most = 100;

/** Another host is asked anew so often: what it did not answer is most often answered a moment later. */
const mostTries = 5;
/** How long an answer that was sent to another host is asked after, in milliseconds, and how often. */
const lookAgain = 1_000;
const mostLooks = 20;

/**
 * What programs ask: which questions are open, how answers of this page stand, and what became of those that were
 * settled. Events, lists and answers may come in any order; what is settled once stays settled.
 */
export class Ask {
  /** The longest waiting first. */
  open = $state.raw<readonly Question[]>([]);
  /** The newest first. */
  settled = $state.raw<readonly SettledQuestion[]>([]);
  readonly answering = new SvelteMap<string, Answering>();
  /** Whether the list has come once. */
  loaded = $state(false);
  /** Whether what is shown is what the server says: false since the link was lost until the list has come again. */
  current = $state(false);
  /** Why the list could not be asked for, as long as it never came. */
  trouble = $state.raw<Refusal>();
  /** What is said to people who listen: a new question, or what became of one. */
  said = $state('');
  /** Beside what is open on a wide window: the cards. */
  panel = $state(false);
  /** The question whose card is wanted. */
  wanted = $state<string>();
  /** Counts the wishes for a card. */
  wishes = $state(0);
  readonly #api: Api;
  readonly #label: (engine: EngineKey) => string;
  /** Those that this page answered, and those that it tried to answer too late. */
  readonly #mine = new SvelteMap<string, 'sent' | 'late'>();
  /** Shown to a person, each in the form that it had. */
  #shown: ReadonlySet<string> = setOf();
  readonly #meanwhile = new Meanwhile<Question>();
  #asked = 0;
  #failures = 0;
  /** What the rows of other hosts say that their programs ask, by the names of the hosts. */
  #there: ReadonlyMap<string, string> | undefined;
  /** The latest request to each host counts. */
  #askedThere: ReadonlyMap<string, number> = mapOf();
  /** Those that are asked what became of an answer. */
  #lookedAfter: ReadonlySet<string> = setOf();

  constructor(api: Api, label: (engine: EngineKey) => string) {
    this.#api = api;
    this.#label = label;
  }

  find(id: string | undefined): Question | undefined {
    return this.open.find((one) => one.id === id);
  }

  findSettled(id: string | undefined): SettledQuestion | undefined {
    return this.settled.find((one) => one.id === id);
  }

  /** What the program of a session asks: what it waits for longest. */
  of(sid: string): Question | undefined {
    return this.open.find((one) => one.sid === sid);
  }

  /** Whether this page answered a settled question, or tried to when it was too late. */
  mine(id: string): 'sent' | 'late' | undefined {
    return this.#mine.get(id);
  }

  /** Asks for everything again; the latest request counts, and newer than it is what was heard meanwhile. */
  async load(): Promise<void> {
    const turn = (this.#asked += 1);
    const answered = this.#meanwhile.begin();
    try {
      // In this order: what is settled in between is in the second answer.
      const { questions } = await this.#api.get<{ questions: Question[] }>('/api/questions');
      const { settled } = await this.#api.get<{ settled: SettledQuestion[] }>('/api/questions/settled', {
        limit: most,
      });
      const now = answered(questions);
      if (turn !== this.#asked) return;
      this.trouble = undefined;
      this.#take(now, settled);
      this.loaded = true;
      this.current = true;
      this.#failures = 0;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      answered([]);
      if (turn !== this.#asked) return;
      this.trouble = reason;
      if (this.loaded && !this.current) this.#again();
    }
  }

  /**
   * What programs on other hosts ask, where it can be answered from here: by host, whatever tells one question from the
   * next. A host of which that changes is asked; the one that asks nothing any more, what became of it.
   */
  follow(there: ReadonlyMap<string, string>): void {
    const before = this.#there ?? mapOf<string, string>();
    const first = this.#there === undefined;
    this.#there = there;
    for (const host of setOf([...before.keys(), ...there.keys()]))
      if (before.get(host) !== there.get(host)) void this.#loadThere(host, !first);
  }

  async #loadThere(host: string, says = true, tries = 1): Promise<void> {
    const turn = (this.#askedThere.get(host) ?? 0) + 1;
    this.#askedThere = mapOf([...this.#askedThere, [host, turn]]);
    try {
      const { questions } = await this.#api.get<{ questions: Question[] }>('/api/questions', { host });
      const { settled } = await this.#api.get<{ settled: SettledQuestion[] }>('/api/questions/settled', { host });
      if (this.#askedThere.get(host) === turn) this.#take(questions, settled, host, says);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (this.#askedThere.get(host) !== turn) return;
      const passing = reason.status === 0 || reason.status >= 500;
      if (passing && this.#there?.has(host) && tries < mostTries)
        setTimeout(() => {
          if (this.#askedThere.get(host) === turn) void this.#loadThere(host, says, tries + 1);
        }, pause(tries));
      // What nobody can answer from here is not offered.
      else this.#take([], [], host, false);
    }
  }

  /** An answer is on its way there, and its host says nothing by itself of what becomes of it: it is asked until it knows. */
  #lookAfter(host: string, looks = 0): void {
    if (looks === 0 && this.#lookedAfter.has(host)) return;
    this.#lookedAfter = setOf([...this.#lookedAfter, host]);
    setTimeout(() => {
      // One after the other: of a host that takes longer than the page, no answer would ever be the latest.
      if (looks < mostLooks && this.#isPending(host))
        void this.#loadThere(host).finally(() => {
          this.#lookAfter(host, looks + 1);
        });
      else this.#lookedAfter = setOf([...this.#lookedAfter].filter((one) => one !== host));
    }, lookAgain);
  }

  /** Somebody there or here has answered, and the question is open still. */
  #isPending(host: string): boolean {
    return this.open.some(({ id, in_hand }) => {
      const { is } = this.answering.get(id) ?? {};
      return hostOfId(id) === host && (in_hand !== null || is === 'sent' || is === 'late');
    });
  }

  #reload(id: string): void {
    const host = hostOfId(id);
    void (host === undefined ? this.load() : this.#loadThere(host));
  }

  /** Nothing that happens is heard any more; a list that is on its way is of before. */
  unlinked(): void {
    this.#asked += 1;
    this.current = false;
    // Whatever their rows say next, other hosts are asked again.
    this.#there &&= mapOf([...this.#there.keys()].map((host) => [host, ''] as const));
  }

  /** An event of the stream. */
  heard(type: 'question' | 'question_settled', data: unknown): void {
    const question = type === 'question' ? questionOf(data) : undefined;
    const settled = type === 'question_settled' ? settledOf(data) : undefined;
    if (question) this.#put(question);
    else if (settled) this.#settle(settled);
    else void this.load();
  }

  /** A person sees the card: said once for each form of a question. */
  async seen({ id, digest, withheld }: Question): Promise<void> {
    if (withheld) return; // nobody has seen what it asks
    const key = `${id} ${digest}`;
    if (this.#shown.has(key)) return;
    this.#shown = setOf([...this.#shown, key]);
    try {
      const { current } = await this.#api.post<{ current: boolean }>(questionPath(id, 'seen'), { digest });
      if (!current) this.#reload(id); // what is shown is not what is asked any more
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (reason.code === 'unreachable') this.#shown = setOf([...this.#shown].filter((one) => one !== key));
    }
  }

  /** One at a time for each question. */
  async answer(question: Question, given: Given): Promise<void> {
    const { id, digest } = question;
    const { is } = this.answering.get(id) ?? {};
    if (is === 'sending' || is === 'sent' || !this.find(id)) return;
    this.answering.set(id, { is: 'sending', choice: given.choice });
    try {
      const answer = await this.#api.post<{ receipt: Receipt; how?: QuestionEnd }>(questionPath(id, 'answer'), {
        ...given,
        digest,
      });
      this.#mine.set(id, 'sent');
      if (answer.how) this.#settle(ended(question, answer.how, answer.receipt));
      else if (this.find(id)) {
        this.answering.set(id, { is: 'sent', receipt: answer.receipt });
        const host = hostOfId(id);
        if (host !== undefined) this.#lookAfter(host);
      }
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.#refused(question, reason);
    }
  }

  /** Nobody waits for this answer any more; the question can be answered again while it is open. */
  giveUp(id: string): void {
    this.answering.delete(id);
  }

  /** The card of a question, or the first one. */
  look(id?: string): void {
    this.wanted = id;
    this.wishes += 1;
    this.panel = true;
  }

  /** Nothing can be answered before the list has come, so it is asked for until it does. */
  #again(): void {
    const turn = this.#asked;
    this.#failures += 1;
    setTimeout(() => {
      if (turn === this.#asked) void this.load();
    }, pause(this.#failures));
  }

  #refused(question: Question, reason: Refusal): void {
    const { id } = question;
    const { how, receipt } = reason.settled;
    if (reason.code === 'settled') {
      this.#mine.set(id, 'late');
      if (how) this.#settle(ended(question, how, receipt ?? null));
      else this.#stands(id, { is: 'late' });
    } else if (reason.code === 'changed') this.#stands(id, { is: 'changed' });
    else if (reason.code === 'unreachable' || reason.code === 'host_late') this.#stands(id, { is: 'unknown' });
    else this.#stands(id, { is: 'notSent', why: sentence(reason) });
    if (reason.status === 404 || reason.status === 409 || reason.code === 'host_late') this.#reload(id);
  }

  #stands(id: string, how: Answering): void {
    if (this.find(id)) this.answering.set(id, how);
  }

  /** All that one host asks: this one, or the one that is named. */
  #take(questions: readonly Question[], settled: readonly SettledQuestion[], host?: string, says = this.loaded): void {
    const before = this.open.filter(({ id }) => hostOfId(id) === host);
    const ended = settled.filter(({ id }) => hostOfId(id) === host);
    for (const one of ended.toReversed()) this.#settle(one, host !== undefined && says);
    const others = this.open.filter(({ id }) => hostOfId(id) !== host);
    const now = questions.filter(({ id }) => hostOfId(id) === host && !this.findSettled(id));
    this.#show([...others, ...now]);
    for (const { id } of before) if (!this.find(id)) this.answering.delete(id);
    for (const one of now) {
      this.#settleDown(one);
      if (says && !before.some(({ id }) => id === one.id)) this.#announce(one);
    }
    if (host !== undefined && this.#isPending(host)) this.#lookAfter(host);
  }

  #put(question: Question): void {
    this.#meanwhile.hear(question);
    if (this.findSettled(question.id)) return; // an older event that came late
    const known = this.find(question.id);
    this.#show([...this.open.filter(({ id }) => id !== question.id), question]);
    this.#settleDown(question);
    if (!known || known.digest !== question.digest) this.#announce(question);
  }

  /** Another answer was on its way, and did not settle it. */
  #settleDown({ id, in_hand }: Question): void {
    if (in_hand === null && this.answering.get(id)?.is === 'late') this.answering.delete(id);
  }

  #settle(settled: SettledQuestion, says = true): void {
    const { id } = settled;
    const before = this.findSettled(id);
    const open = this.find(id) !== undefined;
    // An answer of this page may tell less than the event that came before it.
    const told = before?.receipt && !settled.receipt ? before : settled;
    const offered = settled.can_be_allowed || (before?.can_be_allowed ?? false);
    this.settled = [{ ...told, can_be_allowed: offered }, ...this.settled.filter((one) => one.id !== id)]
      .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
      .slice(0, most);
    this.answering.delete(id);
    if (open) this.#show(this.open.filter((one) => one.id !== id));
    if (open && says) this.said = t.ask.settled(settled.title, t.ask.how[settled.how]);
  }

  #show(questions: readonly Question[]): void {
    this.open = questions.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since) || (a.id < b.id ? -1 : 1));
  }

  #announce({ engine, title }: Question): void {
    this.said = t.ask.asks(this.#label(engine), title);
  }
}

/** As the stream will tell it. */
function ended(question: Question, how: QuestionEnd, receipt: Receipt | null): SettledQuestion {
  const { id, sid, engine, title, kind, command } = question;
  const at = receipt?.taken_at ?? receipt?.answered_at ?? new Date().toISOString();
  return { id, sid, engine, title, kind, command, how, at, receipt, can_be_allowed: false };
}

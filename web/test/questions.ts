import { Api } from '../src/net/api';
import type { Question, QuestionChoice, Receipt, SettledQuestion } from '../src/protocol/question';

export function choice(key: string, change: Partial<QuestionChoice> = {}): QuestionChoice {
  return { key, label: key, effect: 'choose', lasting: false, words: false, ...change };
}

/** The number says how long it waits: the lowest waits longest. */
export function question(number: number, change: Partial<Question> = {}): Question {
  return {
    id: `q${String(number)}`,
    sid: `engine_1:s${String(number)}`,
    engine: 'engine_1',
    since: new Date(Date.UTC(2026, 10, 21, 10, number)).toISOString(),
    kind: 'permission',
    tool: 'Bash',
    title: `Question ${String(number)}`,
    text: null,
    command: 'git status',
    diff: null,
    cwd: '/home/ada',
    choices: [choice('yes', { effect: 'allow' }), choice('no', { effect: 'deny', words: true })],
    channel: 'screen',
    digest: `d${String(number)}`,
    seen_at: null,
    in_hand: null,
    outside: false,
    ...change,
  };
}

export function receipt(change: Partial<Receipt> = {}): Receipt {
  return {
    shown_at: '2026-11-21T10:02:11.000Z',
    answered_at: '2026-11-21T10:02:40.000Z',
    taken_at: '2026-11-21T10:02:41.000Z',
    by: 'Firefox on Linux',
    choice: { key: 'yes', label: 'Yes', effect: 'allow' },
    text: null,
    ...change,
  };
}

export function settled(number: number, change: Partial<SettledQuestion> = {}): SettledQuestion {
  const { id, sid, engine, title, kind, command } = question(number);
  const at = '2026-11-21T10:02:41.000Z';
  return {
    id,
    sid,
    engine,
    title,
    kind,
    command,
    how: 'allowed',
    at,
    receipt: receipt(),
    can_be_allowed: false,
    ...change,
  };
}

/** A server in memory that programs ask something of. */
export class FakeQuestions {
  open: Question[];
  settled: SettledQuestion[] = [];
  /** What programs of other hosts ask, by host; one that is not here is offline. */
  readonly hosts = new Map<string, { open: Question[]; settled: SettledQuestion[] }>();
  readonly calls: string[] = [];
  /** Whether what was seen is still what is asked. */
  current = true;
  /** The answer to the next answer. */
  answers: { status: number; body: unknown } | 'unreachable' = { status: 202, body: {} };
  #held: Promise<void> | undefined;
  readonly api = new Api((path, init) => this.#answer(path, init ?? {}));

  constructor(open: Question[] = []) {
    this.open = open;
  }

  /** The next answer is made, but stays on the way until it is let go. */
  hold(): () => void {
    let letGo: () => void = () => undefined;
    this.#held = new Promise((resolve) => (letGo = resolve));
    return () => {
      letGo();
    };
  }

  async #answer(path: string, init: RequestInit): Promise<Response> {
    this.calls.push(`${init.method ?? 'GET'} ${path}${typeof init.body === 'string' ? ` ${init.body}` : ''}`);
    const [answer, held] = [this.#now(path), this.#held];
    this.#held = undefined;
    await held;
    return answer();
  }

  #now(path: string): () => Response {
    const host = /[?&]host=([^&]+)/.exec(path)?.[1];
    const there = host === undefined ? undefined : this.hosts.get(host);
    if (host !== undefined && !there) return json({ status: 503, code: 'host_offline', title: '', detail: '' }, 503);
    if (there) return json(path.includes('/settled') ? { settled: there.settled } : { questions: there.open });
    if (path === '/api/questions') return json({ questions: this.open });
    if (path.startsWith('/api/questions/settled')) return json({ settled: this.settled });
    if (path.endsWith('/seen')) return json({ current: this.current });
    const { answers } = this;
    if (answers === 'unreachable')
      return () => {
        throw new TypeError('Failed to fetch');
      };
    return json(answers.body, answers.status);
  }
}

function json(body: unknown, status = 200): () => Response {
  const text = JSON.stringify(body);
  return () => new Response(text, { status });
}

import type { Problem } from '../protocol/problem';

/** What the server refused, or why it could not be asked. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: ReadonlyMap<string, string>;
  /** Seconds to wait, if the server gives them. */
  readonly retryAfter: number | undefined;
  /** Where a query cannot be read, in UTF-16 units. */
  readonly position: number | undefined;
  /** What became of a question that was answered too late, where that is known. */
  readonly settled: Pick<Problem, 'how' | 'receipt'>;

  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail || problem.title);
    this.name = 'Refusal';
    this.status = problem.status;
    this.code = problem.code;
    this.fields = new Map((problem.errors ?? []).map((error) => [error.field, error.message]));
    this.retryAfter = retryAfter;
    this.position = problem.position;
    const { how, receipt } = problem;
    this.settled = { ...(how ? { how } : {}), ...(receipt ? { receipt } : {}) };
  }

  /** No answer at all: the server is stopped, restarting or out of reach. */
  static unreachable(): Refusal {
    return new Refusal({ title: 'unreachable', status: 0, detail: '', code: 'unreachable' });
  }

  static async from(response: Response): Promise<Refusal> {
    const wait = Number(response.headers.get('retry-after'));
    return new Refusal(await problemOf(response), wait > 0 ? wait : undefined);
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const bare = { title: response.statusText, status: response.status, detail: '', code: 'unknown' };
  try {
    return { ...bare, ...((await response.json()) as Partial<Problem>) };
  } catch {
    return bare;
  }
}

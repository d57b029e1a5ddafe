import { Api } from '../src/net/api';
import type { Beginnings } from '../src/protocol/hosts';
import type { JournalEvent } from '../src/protocol/journal';
import { dayOf } from '../src/state/group';
import { inOrder } from '../src/state/order';
import type { Folder } from '../src/protocol/project';
import type {
  Command,
  Elsewhere,
  EngineKey,
  HostFacet,
  Review,
  SessionPage,
  SessionRow,
  TimeCount,
  Times,
} from '../src/protocol/session';
import type { Turn } from '../src/protocol/transcript';

/** A server in memory, as small as the tests of the page's state need it. */
export class FakeServer {
  readonly rows: SessionRow[];
  readonly calls: string[] = [];
  /** Programs whose stores it has not looked at yet. */
  looking: EngineKey[] = [];
  /** It knows offsets only. */
  unknownZone = false;
  /** The hosts of its fleet, if it is in one. */
  hosts: HostFacet[] | null = null;
  /** What can be begun on each other host. */
  readonly beginnings = new Map<string, Beginnings>();
  /** Paths that are refused, with the status and code of the refusal. */
  readonly refusals = new Map<string, { status: number; code: string }>();
  /** What everything is refused with. */
  refused: { status: number; code: string; detail: string } | undefined;
  readonly api = new Api(async (path, init) => {
    const [answer, held] = [this.#answer(path, init), this.#held];
    this.#held = undefined;
    if (held) await Promise.race([held, givenUp(init?.signal)]);
    return answer;
  });
  #held: Promise<void> | undefined;

  constructor(rows: SessionRow[] = []) {
    this.rows = rows;
  }

  /** The next answer is given, but stays on the way until it is let go. */
  hold(): () => void {
    let letGo: () => void = () => undefined;
    this.#held = new Promise((resolve) => (letGo = resolve));
    return () => {
      letGo();
    };
  }

  #answer(path: string, init: RequestInit = {}): Response {
    const url = new URL(path, 'http://svc');
    const method = init.method ?? 'GET';
    this.calls.push(`${method} ${path}${typeof init.body === 'string' ? ` ${init.body}` : ''}`);
    const refusal = this.refusals.get(url.pathname);
    if (refusal) return Response.json({ ...refusal, title: '', detail: '' }, { status: refusal.status });
    if (this.refused) return Response.json({ title: '', ...this.refused }, { status: this.refused.status });
    if (this.unknownZone && url.searchParams.get('zone')?.match(/^[A-Z]/))
      return Response.json({ status: 400, code: 'bad_request', title: '', detail: '' }, { status: 400 });
    const place = /^\/api\/hosts\/([^/]+)\/beginnings$/.exec(url.pathname)?.[1];
    if (place !== undefined) return Response.json(this.beginnings.get(place));
    if (url.pathname === '/api/sessions' && method === 'POST')
      return Response.json({ sid: `engine_1:begun@${url.searchParams.get('host') ?? ''}` }, { status: 201 });
    if (url.pathname === '/api/sessions') return Response.json(this.#page(url.searchParams));
    if (url.pathname === '/api/projects') return Response.json({ projects: [] });
    if (url.pathname === '/api/folders') return Response.json({ folders: this.#folders() });
    if (url.pathname === '/api/folders/mkdir') return Response.json({ path: made(init) }, { status: 201 });
    if (url.pathname.endsWith('/command') && url.searchParams.get('new') === '1') return Response.json(commandOf(url));
    const [, id = '', verb = ''] = /^\/api\/sessions\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    const row = this.rows.find((one) => one.id === decodeURIComponent(id));
    if (!row) return Response.json({ status: 404, code: 'not_found', title: '', detail: '' }, { status: 404 });
    this.#change(row, verb, init);
    return Response.json(row);
  }

  #folders(): Folder[] {
    const paths = new Set(this.rows.flatMap((row) => row.cwd ?? []));
    return [...paths].map((path) => ({ path, sessions: 1, last_used: '', source: 'scan', exists: true }));
  }

  #change(row: SessionRow, verb: string, init: RequestInit): void {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, string | null>) : {};
    if (verb === 'favorite' || verb === 'unfavorite') row.sticky = verb === 'favorite';
    if (verb === 'archive' || verb === 'unarchive') row.archived = verb === 'archive';
    if (verb === 'review-off' || verb === 'review-on') row.review_off = verb === 'review-off';
    if (verb === 'end') row.live = row.elsewhere ? 'elsewhere' : false;
    if (verb === 'bring-here') Object.assign(row, { live: false, status: 'off', question: null, elsewhere: null });
    if (verb === 'snooze' || verb === 'wake') {
      row.snoozed = verb === 'snooze';
      row.snoozed_until = body['until'] ?? null;
    }
    if (verb === 'metadata') row.project_id = body['project_id'] ?? null;
    if (verb === 'rename') {
      row.title = body['title'] ?? null;
      row.title_source = 'user';
    }
  }

  #page(query: URLSearchParams): SessionPage {
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)];
    const found = this.rows
      .toSorted(inOrder)
      .filter((row) => query.get('archived') === 'all' || row.archived === (query.get('archived') === '1'))
      .filter((row) => query.get('snoozed') === 'all' || row.snoozed === (query.get('snoozed') === '1'))
      .filter((row) => query.get('live') !== '1' || row.live !== false)
      .filter((row) => query.get('needs_you') !== '1' || row.status === 'waiting');
    const end = offset + limit;
    return {
      sessions: found.slice(offset, end).map((row) => ({ ...row })),
      next_offset: end < found.length ? end : null,
      total: found.length,
      facets: {
        projects: [],
        engines: [],
        folders: null,
        times: query.has('zone') ? timesOf(found) : null,
        hosts: this.hosts,
      },
      complete: this.looking.length === 0,
      looking: [...this.looking],
    };
  }
}

function made(init: RequestInit): string {
  const { parent, name } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, string>;
  return `${parent ?? ''}/${name ?? ''}`;
}

/** Says its own address. */
function commandOf({ pathname, searchParams }: URL): Command {
  const folder = searchParams.get('cwd') ?? '';
  const argv = ['run', decodeURIComponent(pathname)];
  return { argv, prompted: searchParams.get('prompt') === '1', folder, exists: true, moves: false };
}

/** A day each, by the calendar of the tests. */
function timesOf(found: readonly SessionRow[]): Times {
  const counts: TimeCount[] = [];
  for (const row of found.filter(({ sticky }) => !sticky)) {
    const at = dayOf(row.updated_at);
    const last = counts.at(-1);
    if (last?.at === at) last.count += 1;
    else counts.push({ at, count: 1 });
  }
  return { favourites: found.filter(({ sticky }) => sticky).length, counts };
}

/** As a fetch does: fails once its signal says so. */
function givenUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
}

export function row(number: number, change: Partial<SessionRow> = {}): SessionRow {
  return {
    id: `engine_1:${String(number)}`,
    engine: 'engine_1',
    native_id: String(number),
    title: `Session ${String(number)}`,
    title_source: 'engine',
    first_message: 'hello',
    cwd: '/home/me/src',
    project_id: null,
    sticky: false,
    archived: false,
    snoozed: false,
    snoozed_until: null,
    created_at: '2026-11-01T10:00:00.000Z',
    updated_at: new Date(Date.UTC(2026, 10, 20) - number * 60_000).toISOString(),
    message_count: 2,
    model: null,
    branch: null,
    size_bytes: 10,
    live: false,
    elsewhere: null,
    background: [],
    status: 'off',
    review: null,
    question: null,
    review_off: false,
    parent_id: null,
    unreadable: 0,
    kept: 'here',
    leaves_at: null,
    copied: false,
    brought: false,
    handed_from: null,
    handed_to: null,
    continue_at: null,
    trouble: null,
    usage: null,
    host: null,
    host_seen: null,
    ...change,
  };
}

/** A program in tmux that can be joined, unless said otherwise. */
export function elsewhere(change: Partial<Elsewhere> = {}): Elsewhere {
  const since = '2026-11-20T09:00:00.000Z';
  return { where: 'tmux', place: 'main:2.1', status: 'idle', since, join: true, sure: true, ...change };
}

export function turn(index: number, text: string): Turn {
  const bare = { tool: null, thinking: null, mark: null, inner: [], cut: false };
  return { index, role: 'user', at: null, text, ...bare };
}

export function entry(seq: number, change: Partial<JournalEvent> = {}): JournalEvent {
  const chain = { v: 1, prev_hash: '', hash: '' };
  const what = { type: 'archived', subject: `engine_1:${String(seq)}`, data: {}, actor: '' };
  return { seq, id: `e${String(seq)}`, at: '', ...chain, ...what, ...change };
}

export function review(change: Partial<Review> = {}): Review {
  const nothing = { reason: null, title: null, title_applied: false, project: null, project_id: null };
  return { summary: 'which one?', needs_you: false, ...nothing, at: '', stale: false, seen: false, ...change };
}

export function rows(count: number): SessionRow[] {
  return Array.from({ length: count }, (_, at) => row(at));
}

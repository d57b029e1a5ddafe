/** The text frames of the terminal socket; binary frames are the program's bytes and have no frame of their own. */
export type FromServer =
  | {
      t: 'hello';
      sid: string;
      role: Role;
      holder: string | null;
      cols: number;
      rows: number;
      /** The program outside svc decides the size; no window here does. */
      fixed?: boolean;
      start: number;
      end: number;
      reset: boolean;
      modes: string;
      gaps: number[];
      backend: string;
      /** How many turns are older than the first byte that follows; null where the server does not know. */
      turns?: number | null;
    }
  | { t: 'live' }
  | { t: 'role'; role: Role; holder: string | null }
  | { t: 'size'; cols: number; rows: number; fixed?: boolean }
  | { t: 'adopted'; sid: string }
  | { t: 'lag'; start: number; modes?: string; turns?: number | null }
  | { t: 'exit'; code: number | null; signal: string | number | null }
  | { t: 'pong'; n: number };

export type FromClient =
  | { t: 'resize'; cols: number; rows: number }
  | { t: 'ack'; offset: number }
  | { t: 'takeover' }
  | { t: 'ping'; n: number };

export type Role = 'writer' | 'viewer';

/** Why a socket closed; `afterClose` has what the page does about each. */
export const closeCode = {
  restarting: 1001,
  signedOut: 4401,
  changePassword: 4403,
  absent: 4404,
  heldElsewhere: 4409,
  ended: 4410,
  refusedFrame: 4413,
  notStarted: 4500,
} as const;

const kinds = new Set(['hello', 'live', 'role', 'size', 'adopted', 'lag', 'exit', 'pong']);

/** An unknown frame of a newer server is skipped, never guessed. */
export function readControl(text: string): FromServer | undefined {
  try {
    const frame = JSON.parse(text) as { t?: unknown };
    return typeof frame.t === 'string' && kinds.has(frame.t) ? (frame as FromServer) : undefined;
  } catch {
    return undefined;
  }
}

/** For a new session: where it starts, whether it may act without asking, whether a first prompt was handed over. */
export interface Start {
  cwd: string;
  bypass: boolean;
  prompt?: boolean;
}

export interface Attach {
  sid: string;
  cols: number;
  rows: number;
  have?: number | undefined;
  /** How much earlier output an empty screen wants at most. */
  tail?: number | undefined;
  start?: Start | undefined;
  /** Another folder than its own to resume it in. */
  folder?: string | undefined;
  viewer: string;
  takeover?: boolean;
  /** The way in to a program outside svc. */
  join?: boolean;
}

export function socketPath({ sid, cols, rows, have, tail, start, folder, viewer, takeover, join }: Attach): string {
  const query = new URLSearchParams({ cols: String(cols), rows: String(rows), viewer });
  if (have !== undefined) query.set('have', String(have));
  else if (tail !== undefined) query.set('tail', String(tail));
  if (start) {
    query.set('new', '1');
    query.set('cwd', start.cwd);
    if (start.bypass) query.set('bypass', '1');
    if (start.prompt) query.set('prompt', '1');
  } else if (folder) query.set('cwd', folder);
  if (takeover) query.set('takeover', '1');
  if (join) query.set('join', '1');
  return `/ws/term/${encodeURIComponent(sid).replaceAll('%3A', ':')}?${query.toString()}`;
}

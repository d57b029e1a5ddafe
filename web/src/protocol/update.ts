export type Channel = 'stable' | 'main';

export interface UpdateSettings {
  channel: Channel;
  autoupdate: boolean;
}

export interface UpdateCheck {
  current: string;
  latest: string | null;
  channel: Channel;
  newer: boolean;
  /** The same and why not, in one word. */
  offer: 'unknown' | 'newest' | 'older' | 'newer' | 'not_installable' | 'refused';
  checked_at: string;
  notes: string;
}

export type UpdateStep =
  'check' | 'fetch' | 'verify' | 'build' | 'try' | 'flip' | 'restart' | 'health' | 'tidy' | 'return';

export interface UpdateStatus {
  state: 'idle' | 'running' | 'done' | 'failed' | 'returned';
  step: UpdateStep;
  kind: 'update' | 'rollback';
  from: string;
  target: string;
  reason: string | null;
  started_at: string | null;
  finished_at: string | null;
  installed: boolean;
  source: string | null;
  former: string | null;
  log_tail: string;
}

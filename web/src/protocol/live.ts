import type { SessionRow } from './session';

/** The kinds of GET /api/events; each carries the present state, and what was missed is asked for. */
export const liveTypes = [
  'session',
  'session_gone',
  'project',
  'view',
  'terminal',
  'question',
  'question_settled',
  'review',
  'update',
  'search',
  'budget',
  'settings',
  'resync',
  'heartbeat',
] as const;
export type LiveType = (typeof liveTypes)[number];

export interface LiveEvent {
  type: LiveType;
  data: unknown;
}

/** The row of a `session` event, where it brings a whole one. */
export function rowOf(data: unknown): SessionRow | undefined {
  const found = isRecord(data) && isRecord(data['session']) ? data['session'] : data;
  return isRecord(found) && typeof found['id'] === 'string' && 'updated_at' in found
    ? (found as unknown as SessionRow)
    : undefined;
}

/** What a program is doing on a session. */
export interface Run {
  id: string;
  live: SessionRow['live'];
  status: SessionRow['status'];
  question: SessionRow['question'];
  elsewhere: SessionRow['elsewhere'];
  background: SessionRow['background'];
}

/** The payload of a `terminal` event. */
export function runOf(data: unknown): Run | undefined {
  const id = idOf(data);
  if (id === undefined || !isRecord(data)) return undefined;
  const { live, status, elsewhere, background } = data;
  return (typeof live === 'boolean' || live === 'elsewhere') && typeof status === 'string'
    ? {
        id,
        live,
        status: status as Run['status'],
        question: questionOf(data['question']),
        elsewhere: isRecord(elsewhere) ? (elsewhere as unknown as Run['elsewhere']) : null,
        background: Array.isArray(background) ? (background as string[]) : [],
      }
    : undefined;
}

function questionOf(data: unknown): Run['question'] {
  return isRecord(data) && typeof data['id'] === 'string' ? (data as unknown as NonNullable<Run['question']>) : null;
}

/** The id that an event is about. */
export function idOf(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  const id = data['id'] ?? data['sid'] ?? data['session_id'];
  return typeof id === 'string' ? id : undefined;
}

/** The payload of a `search` event: whether every session is in the index. */
export function isReady(data: unknown): boolean {
  return isRecord(data) && data['state'] === 'ready';
}

/** The subject of a `settings` event: `settings`, `prefs`, or `account` for signing in. */
export function settingsOf(data: unknown): unknown {
  return isRecord(data) ? data['of'] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

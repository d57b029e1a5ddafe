import type { SessionRow } from './session';

/** The kinds of GET /api/events; what they carry beside their kind is advice, the lists stay the truth. */
export const liveTypes = [
  'session',
  'session_gone',
  'project',
  'terminal',
  'review',
  'update',
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

/** The id that an event speaks of. */
export function idOf(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  const id = data['id'] ?? data['sid'] ?? data['session_id'];
  return typeof id === 'string' ? id : undefined;
}

/** Whether a `settings` event speaks of signing in: a password, or somebody who guesses codes. */
export function isOfAccount(data: unknown): boolean {
  return isRecord(data) && data['of'] === 'account';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { t } from '../../text';
import type { SessionRow, Status } from '../../protocol/session';

/** What runs outside svc is its own state, wherever the server puts the word. */
export function statusOf(row: SessionRow): Status {
  return row.live === 'elsewhere' ? 'elsewhere' : row.status;
}

export function titleOf(row: SessionRow): string {
  return row.title ?? row.first_message ?? t.list.untitled;
}

/** The last part of a folder's path, which is what people call it. */
export function lastPart(path: string | null | undefined): string {
  return path?.split('/').filter(Boolean).at(-1) ?? '';
}

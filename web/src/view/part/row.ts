import { t } from '../../text';
import { short } from '../../text/when';
import type { App } from '../../state/app.svelte';
import type { SessionRow, Status } from '../../protocol/session';

/** What runs outside svc is its own state, wherever the server puts the word. */
export function statusOf(row: SessionRow): Status {
  return row.live === 'elsewhere' ? 'elsewhere' : row.status;
}

/** As the head, the foot and the list say it: a program whose first text has not come yet is starting. */
export function statusWord(app: App, row: SessionRow): string {
  return t.status[app.terminals?.find(row.id)?.starting ? 'starting' : statusOf(row)];
}

/** How long ago something happened there: of a program at work that is now, whatever its store has written down. */
export function ageOf(row: SessionRow, now: number): string {
  return short(row.status === 'working' ? new Date(now).toISOString() : row.updated_at, now);
}

export function titleOf(row: SessionRow): string {
  return row.title ?? row.first_message ?? t.list.untitled;
}

/** A path that fits a card: the home folder as ~, and of a long one the end, which tells folders apart. */
export function shortPath(path: string): string {
  const short = path.replace(/^\/(home|Users)\/[^/]+(?=\/|$)/, '~');
  const parts = short.split('/');
  return parts.length <= 4 ? short : `…/${parts.slice(-2).join('/')}`;
}

/** The last part of a folder's path, which is what people call it. */
export function lastPart(path: string | null | undefined): string {
  return path?.split('/').filter(Boolean).at(-1) ?? '';
}

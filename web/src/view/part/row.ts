import { t } from '../../text';
import { short } from '../../text/when';
import type { App } from '../../state/app.svelte';
import type { SessionRow, Status } from '../../protocol/session';

/** What runs outside svc is its own state, wherever the server puts the word. */
export function statusOf(row: SessionRow): Status {
  return row.live === 'elsewhere' ? 'elsewhere' : row.status;
}

/** Why the session is with svc alone: its program deleted it, or never had it here. */
export function keptSentence(row: SessionRow, program: string): string {
  return row.brought ? t.vault.brought(program) : t.vault.deleted(program);
}

/** As the head, the foot and the list say it: a program whose first text has not come yet is starting. */
export function statusWord(app: App, row: SessionRow): string {
  return t.status[app.terminals?.find(row.id)?.starting ? 'starting' : statusOf(row)];
}

/** When something happened last: at a program that works, now, whatever its store has written down. */
export function lastMoment<At extends string | undefined>(status: Status, at: At, now: number): At | string {
  return status === 'working' ? new Date(now).toISOString() : at;
}

/** How long ago that was. */
export function ageOf(row: SessionRow, now: number): string {
  return short(lastMoment(row.status, row.updated_at, now), now);
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

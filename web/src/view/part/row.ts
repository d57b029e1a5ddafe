import { t } from '../../text';
import { short } from '../../text/when';
import type { App } from '../../state/app.svelte';
import type { EngineKey, RanOutside, SessionRow, Status } from '../../protocol/session';

/** What runs outside svc and does not say what it does is its own state. */
export function statusOf(row: SessionRow): Status {
  return row.live === 'elsewhere' && row.status === 'off' ? 'elsewhere' : row.status;
}

/** Where its program runs, if it runs outside svc. */
export function placeOf(app: App, { elsewhere, engine }: SessionRow): string {
  return elsewhere ? placeWords(app, engine, elsewhere) : '';
}

/** Where a program runs or ran outside svc, as people say it. */
export function placeWords(app: App, engine: EngineKey, { where, place, sure }: RanOutside): string {
  const named = where === 'tmux' || where === 'screen' ? [where, place].join(' ').trim() : t.outside[where];
  const words = typeof named === 'string' ? named : named(app.label(engine));
  return sure ? words : t.outside.probably(words);
}

/** The host that a session is on, if it is another one, and whether it is there. */
export function hostWords(app: App, { host, host_seen: seen }: SessionRow): string {
  if (host === null) return '';
  return seen === null ? t.hosts.on(host) : t.hosts.away(host, short(seen, app.clock.now));
}

/** Why the session is with svc alone: its program deleted it, or never had it here. */
export function keptSentence(row: SessionRow, program: string): string {
  return row.brought ? t.vault.brought(program) : t.vault.deleted(program);
}

/** What its program does: one whose first text has not come yet is starting. */
export function doingOf(app: App, row: SessionRow): string {
  const status = app.terminals?.find(row.id)?.starting ? 'starting' : statusOf(row);
  const running = row.background.length;
  return status === 'idle' && running ? t.status.background(running) : t.status[status];
}

/** As the head, the foot and the list say it: what its program does, and where if that is outside svc. */
export function statusWord(app: App, row: SessionRow): string {
  return [doingOf(app, row), placeOf(app, row)].filter(Boolean).join(', ');
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

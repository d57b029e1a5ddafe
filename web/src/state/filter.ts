import type { EngineKey, SessionQuery, SessionRow } from '../protocol/session';
import { isEngineKey } from '../protocol/session';
import { inOrder, waitingOrder, type Order } from './order';

/** Where words are looked for, if not everywhere: in titles, or in what one side said. */
export const withins = ['titles', 'user', 'assistant', 'tool', 'edit'] as const;
export type Within = (typeof withins)[number];

/** The list's filter. It is part of the address, so that a view can be shared and bookmarked. */
export interface Filter {
  words: string;
  within: Within | undefined;
  /** The session whose like are listed, in place of everything else. */
  like: string | undefined;
  engines: EngineKey[];
  /** Names of hosts of the fleet; none for any. */
  hosts: string[];
  /** A project's id, `none` for sessions without one, or nothing. */
  project: string | undefined;
  /** Only sessions in one of these folders or below; none for any. */
  folders: string[];
  archived: boolean;
  /** Only what somebody snoozed. */
  snoozed: boolean;
  live: boolean;
  needsYou: boolean;
  /** Only what its program has deleted. */
  kept: boolean;
  /** Only what its program is about to delete; with `kept`, both. */
  leaving: boolean;
}

export function filterOf(search: string): Filter {
  const query = new URLSearchParams(search);
  const asked = (query.get('engine') ?? '').split(',');
  return {
    words: query.get('q') ?? '',
    within: withins.find((one) => one === query.get('in')),
    like: query.get('like') ?? undefined,
    engines: [...new Set(asked)].filter(isEngineKey).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    hosts: [...new Set((query.get('host') ?? '').split(','))].filter(Boolean).sort(),
    project: query.get('project') ?? undefined,
    folders: [...new Set(query.getAll('folder'))].filter(Boolean).sort(),
    archived: query.get('archived') === '1',
    snoozed: query.get('snoozed') === '1',
    live: query.get('live') === '1',
    needsYou: query.get('needs') === '1',
    kept: query.get('kept') === '1',
    leaving: query.get('leaving') === '1',
  };
}

/** The saved view that an address names. */
export function viewOf(search: string): string | undefined {
  return new URLSearchParams(search).get('view') ?? undefined;
}

/** A filter as the address has it. */
export function addressOf(filter: Filter): URLSearchParams {
  const query = queryOf(filter);
  if (filter.words && filter.within !== undefined) query.set('in', filter.within);
  if (filter.like !== undefined) query.set('like', filter.like);
  return query;
}

/** The part of it that a saved view keeps. */
export function queryOf(filter: Filter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.words) query.set('q', filter.words);
  if (filter.engines.length) query.set('engine', filter.engines.join(','));
  if (filter.hosts.length) query.set('host', filter.hosts.join(','));
  if (filter.project !== undefined) query.set('project', filter.project);
  for (const folder of filter.folders) query.append('folder', folder);
  if (filter.archived) query.set('archived', '1');
  if (filter.snoozed) query.set('snoozed', '1');
  if (filter.live) query.set('live', '1');
  if (filter.needsYou) query.set('needs', '1');
  if (filter.kept) query.set('kept', '1');
  if (filter.leaving) query.set('leaving', '1');
  return query;
}

/** The same as a query. */
export function sessionQuery(filter: Filter): SessionQuery {
  return {
    ...(filter.words.trim() ? { q: filter.words.trim() } : {}),
    ...(filter.engines.length ? { engine: filter.engines.join(',') } : {}),
    ...(filter.hosts.length ? { host: filter.hosts.join(',') } : {}),
    ...(filter.project === undefined ? {} : { project: filter.project }),
    ...(filter.folders.length ? { folder: filter.folders } : {}),
    ...(filter.archived ? { archived: '1' } : {}),
    ...(filter.snoozed ? { snoozed: '1' } : {}),
    ...(filter.kept || filter.leaving ? { kept: keptPlaces(filter).join(',') } : {}),
    ...(filter.live ? { live: '1' } : {}),
    ...(filter.needsYou ? { needs_you: '1', sort: 'waiting' } : {}),
  };
}

/** Where the sessions of a list may be; anywhere when it is empty. */
function keptPlaces({ kept, leaving }: Filter): SessionRow['kept'][] {
  return [...(kept ? (['kept'] as const) : []), ...(leaving ? (['leaving'] as const) : [])];
}

/** Whether a row is where the filter asks for. */
export function isWhereAsked(row: SessionRow, filter: Filter): boolean {
  const places = keptPlaces(filter);
  return places.length === 0 || places.includes(row.kept);
}

export function isNarrowed(filter: Filter): boolean {
  return addressOf(filter).size > 0;
}

/** Filtered by words and by something else as well. */
export function isNarrowedBeside(filter: Filter): boolean {
  return filter.words.trim() !== '' && queryOf({ ...filter, words: '' }).size > 0;
}

/** Whether a session's folder is one of those asked for or lies below one. */
export function isInFolders(cwd: string | null | undefined, folders: readonly string[]): boolean {
  return folders.length === 0 || folders.some((folder) => isBelow(folder, cwd ?? ''));
}

export function isBelow(folder: string, path: string): boolean {
  return (
    path === folder || (path.startsWith(folder) && (/[/\\]$/.test(folder) || /^[/\\]/.test(path.slice(folder.length))))
  );
}

/** Whether a row stands in a list, snoozed as it is: words look through all, and so does the archive. */
export function isSnoozedAsAsked(row: SessionRow, filter: Filter): boolean {
  return filter.snoozed ? row.snoozed : !row.snoozed || filter.archived || filter.words.trim() !== '';
}

export const everything: Filter = filterOf('');

export function needsYou(row: SessionRow): boolean {
  return row.status === 'waiting' || row.review?.needs_you === true;
}

/** The order of a list: those who wait are not kept waiting by what is newer. */
export function orderOf(filter: Filter): Order {
  return filter.needsYou ? waitingOrder : inOrder;
}

/** What the program of a session asks. */
export function questionOf(row: SessionRow): string | undefined {
  return row.status === 'waiting' ? (row.question?.text ?? undefined) : undefined;
}

/** The one line below a session's title: why it needs somebody, else its status. */
export function noteOf({ review }: SessionRow): string | undefined {
  return review?.needs_you && review.reason ? review.reason : review?.summary;
}

/** Whether it has a terminal here, or is getting one. */
export function isLive({ live, status }: SessionRow): boolean {
  return live !== 'elsewhere' && (live || status !== 'off');
}

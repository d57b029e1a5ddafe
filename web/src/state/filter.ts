import type { EngineKey, SessionQuery, SessionRow } from '../protocol/session';
import { isEngineKey } from '../protocol/session';

/** The list's filter. It is part of the address, so that a view can be shared and bookmarked. */
export interface Filter {
  words: string;
  engines: EngineKey[];
  /** A project's id, `none` for sessions without one, or nothing. */
  project: string | undefined;
  archived: boolean;
  live: boolean;
  needsYou: boolean;
}

export function filterOf(search: string): Filter {
  const query = new URLSearchParams(search);
  const asked = (query.get('engine') ?? '').split(',');
  return {
    words: query.get('q') ?? '',
    engines: [...new Set(asked)].filter(isEngineKey).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    project: query.get('project') ?? undefined,
    archived: query.get('archived') === '1',
    live: query.get('live') === '1',
    needsYou: query.get('needs') === '1',
  };
}

export function queryOf(filter: Filter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.words) query.set('q', filter.words);
  if (filter.engines.length) query.set('engine', filter.engines.join(','));
  if (filter.project !== undefined) query.set('project', filter.project);
  if (filter.archived) query.set('archived', '1');
  if (filter.live) query.set('live', '1');
  if (filter.needsYou) query.set('needs', '1');
  return query;
}

/** The same as a query. */
export function sessionQuery(filter: Filter): SessionQuery {
  return {
    ...(filter.words.trim() ? { q: filter.words.trim() } : {}),
    ...(filter.engines.length ? { engine: filter.engines.join(',') } : {}),
    ...(filter.project === undefined ? {} : { project: filter.project }),
    ...(filter.archived ? { archived: '1' } : {}),
    ...(filter.live ? { live: '1' } : {}),
    ...(filter.needsYou ? { needs_you: '1' } : {}),
  };
}

export function isNarrowed(filter: Filter): boolean {
  return queryOf(filter).size > 0;
}

/** Filtered by words and by something else as well. */
export function isNarrowedBeside(filter: Filter): boolean {
  return filter.words.trim() !== '' && isNarrowed({ ...filter, words: '' });
}

export const everything: Filter = filterOf('');

export function needsYou(row: SessionRow): boolean {
  return row.status === 'waiting' || row.review?.needs_you === true;
}

/** The one line below a session's title: why it needs somebody, else its status. */
export function noteOf({ review }: SessionRow): string | undefined {
  return review?.needs_you && review.reason ? review.reason : review?.summary;
}

export function isLive(row: SessionRow): boolean {
  return row.live === true || ['idle', 'working', 'waiting'].includes(row.status);
}

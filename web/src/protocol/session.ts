import type { Query, Schema } from './schema';

export type EngineKey = Schema<'EngineKey'>;

/** The six programs by the key that the server uses everywhere; one that is left out here is an error of types. */
export const engineKeys = Object.keys({
  engine_1: true,
  engine_2: true,
  engine_3: true,
  engine_4: true,
  engine_5: true,
  engine_6: true,
} satisfies Record<EngineKey, true>) as readonly EngineKey[];

/** `elsewhere`: the program runs outside svc, where that can be seen. */
export type Status = Schema<'Status'> | 'elsewhere';

export type Review = Schema<'Review'>;

/** A row of the list; `match` says where the words of a search stand, for a server that looks into conversations. */
export type SessionRow = Schema<'Session'> & { match?: { field: string; snippet: string } | null };

export type ProjectFacet = Schema<'ProjectFacet'>;

export type EngineFacet = Schema<'EngineFacet'>;

export type Facets = Schema<'Facets'>;

export type SessionPage = Schema<'SessionList'>;

/** The query of a list, in the words of GET /api/sessions. */
export type SessionQuery = Omit<Query<'listSessions'>, 'limit' | 'offset' | 'subagents'>;

/** Ids carry a colon and sometimes more; as a path segment they are encoded once, here. */
export function sessionPath(id: string, rest = ''): string {
  return `/api/sessions/${encodeURIComponent(id).replaceAll('%3A', ':')}${rest}`;
}

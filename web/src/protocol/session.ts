import type { Query, Schema } from './schema';

export type Command = Schema<'Command'>;

/** A session whose program ran when the host or the service went down. */
export type Resumable = Schema<'Resumable'>;

/** Where a program ran that svc had not started. */
export type RanOutside = Schema<'RanOutside'>;

export type ResumeResult = Schema<'ResumeResult'>;

export type EngineKey = Schema<'EngineKey'>;

/** Whether a text is the key of a program; GET /api/engines says which there are. */
export function isEngineKey(text: string): text is EngineKey {
  return /^engine_(?:0|[1-9][0-9]?)$/.test(text);
}

/** Whether a session is on another host: then that one decides what can be done with it. */
export function isRemote({ host }: { host: string | null }): boolean {
  return host !== null;
}

/** The same by its id: that of a session on another host has the name of its host behind an @, and others have none. */
export function isRemoteId(id: string): boolean {
  return id.includes('@');
}

/** The name of the host that an id of a session or a question names; undefined for those of this host. */
export function hostOfId(id: string): string | undefined {
  const mark = id.lastIndexOf('@');
  return mark < 0 ? undefined : id.slice(mark + 1);
}

/** The program of a session, which its id begins with. */
export function engineOf(sid: string): EngineKey {
  return sid.slice(0, sid.indexOf(':')) as EngineKey;
}

/** `elsewhere`: the program runs outside svc, and nothing says what it does. */
export type Status = Schema<'Status'> | 'elsewhere';

/** A program outside svc that is on a session. */
export type Elsewhere = Schema<'Elsewhere'>;

/** What a waiting program asks. */
export type Ask = Schema<'Ask'>;

export type Review = Schema<'Review'>;

/** A row of the list; `match` says where the words of a search stand, for a server that looks into conversations. */
export type SessionRow = Schema<'Session'> & { match?: { field: string; snippet: string } | null };

export type ProjectFacet = Schema<'ProjectFacet'>;

export type EngineFacet = Schema<'EngineFacet'>;

export type HostFacet = Schema<'HostFacet'>;

export type Facets = Schema<'Facets'>;

export type FolderFacet = Schema<'FolderFacet'>;

/** How a list is spread over days and months. */
export type Times = Schema<'Times'>;

export type TimeCount = Schema<'TimeCount'>;

export type SessionPage = Schema<'SessionList'>;

/** The query of a list, in the words of GET /api/sessions. */
export type SessionQuery = Omit<Query<'listSessions'>, 'limit' | 'offset' | 'subagents' | 'zone' | 'folder_q'>;

/** Ids carry a colon and sometimes more; as a path segment they are encoded once, here. */
export function sessionPath(id: string, rest = ''): string {
  return `/api/sessions/${encodeURIComponent(id).replaceAll('%3A', ':')}${rest}`;
}

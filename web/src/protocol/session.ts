/** The six programs by the key that the server uses everywhere. */
export const engineKeys = ['engine_1', 'engine_2', 'engine_3', 'engine_4', 'engine_5', 'engine_6'] as const;
export type EngineKey = (typeof engineKeys)[number];

/** `elsewhere`: the program runs outside svc, where that can be seen. `failed`: it ended with an error. */
export type Status = 'off' | 'idle' | 'working' | 'waiting' | 'elsewhere' | 'failed';

export interface Review {
  summary: string;
  /** It waits for the person; no longer, once it has moved on or somebody has seen to it. */
  needs_you: boolean;
  reason: string | null;
  title: string | null;
  title_applied: boolean;
  project: string | null;
  project_id: string | null;
  at: string;
  stale: boolean;
  /** Somebody has seen to what it says. */
  seen: boolean;
}

export interface SessionRow {
  id: string;
  engine: EngineKey;
  native_id: string;
  title: string | null;
  title_source: 'user' | 'engine' | 'first_message' | 'none';
  first_message: string | null;
  cwd: string | null;
  project_id: string | null;
  sticky: boolean;
  archived: boolean;
  created_at: string | null;
  updated_at: string | null;
  message_count: number | null;
  model: string | null;
  branch: string | null;
  size_bytes: number | null;
  live: boolean | string;
  status: Status;
  review: Review | null;
  /** Kept out of the AI review. */
  review_off: boolean;
  /** The session whose sub-agent this one is. */
  parent_id?: string | null;
  match?: { field: string; snippet: string } | null;
}

export interface ProjectFacet {
  id: string | null;
  name: string | null;
  color: string | null;
  count: number;
}

export interface EngineFacet {
  engine: EngineKey;
  label: string;
  count: number;
}

export interface Facets {
  projects: ProjectFacet[];
  engines: EngineFacet[];
}

export interface SessionPage {
  sessions: SessionRow[];
  next_offset: number | null;
  total: number;
  facets: Facets;
}

/** What a list is asked for; the words of GET /api/sessions. */
export interface SessionQuery {
  q?: string;
  project?: string;
  engine?: string;
  archived?: '0' | '1' | 'all';
  live?: '1';
  needs_you?: '1';
  sort?: 'updated' | 'created' | 'title';
}

/** Ids carry a colon and sometimes more; as a path segment they are encoded once, here. */
export function sessionPath(id: string, rest = ''): string {
  return `/api/sessions/${encodeURIComponent(id).replaceAll('%3A', ':')}${rest}`;
}

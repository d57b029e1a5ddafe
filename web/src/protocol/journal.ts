/** One change that somebody made to how sessions are organised, or one security event. */
export interface JournalEvent {
  seq: number;
  id: string;
  at: string;
  type: string;
  subject: string;
  data?: Record<string, unknown> | null;
  before?: Record<string, unknown> | null;
  actor: string;
  origin?: { login?: string | null; address?: string | null } | null;
  batch?: string | null;
  /** The entry that this one takes back. */
  undoes?: number | null;
  category?: string | null;
}

export interface EventPage {
  events: JournalEvent[];
  next_before_seq: number | null;
}

export interface AuditQuery {
  limit?: number;
  before_seq?: number;
  type?: string;
  session?: string;
  project?: string;
  actor?: string;
  since?: string;
  until?: string;
}

/** The organisation as it stood at one moment. */
export interface Then {
  seq: number;
  at: string;
  sessions: Record<string, Marks>;
  projects: { id: string; name: string; color: string; folders: string[]; archived: boolean }[];
}

export interface Marks {
  title: string | null;
  sticky: boolean;
  archived: boolean | null;
  project_id: string | null;
}

import type { Query, Schema } from './schema';

/** One change that somebody made to how sessions are organised, or one security event. */
export type JournalEvent = Schema<'Entry'>;

export type EventPage = Schema<'EntryList'>;

export type AuditQuery = Query<'listChanges'>;

/** The organisation as it stood at one moment. */
export type Then = Schema<'Organisation'>;

export type Marks = Schema<'Marks'>;

import type { Query, Schema } from './schema';

/** A page of what was said: GET /api/search. */
export type SearchResult = Schema<'SearchResult'>;

/** A session of a result, with its best hits. */
export type SearchGroup = Schema<'SearchGroup'>;

/** One turn that matches. */
export type SearchHit = Schema<'SearchHit'>;

/** All hits of one session, in the order of its turns. */
export type SessionHits = Schema<'SessionHits'>;

export type SimilarSessions = Schema<'SimilarSessions'>;

/** How far the index is. */
export type IndexState = Schema<'SearchState'>;

export type SearchSettings = Schema<'SearchSettings'>;

export type SearchQuery = Omit<Query<'searchConversations'>, 'limit' | 'cursor'>;

import type { Schema } from './schema';

export type Login = Schema<'Login'>;

export type ApiToken = Schema<'ApiToken'>;

export type NewApiToken = Schema<'NewApiToken'>;

export type TokenScope = ApiToken['scopes'][number];

export type Enrolment = Schema<'Enrolment'>;

export type FreshProof = Schema<'FreshProof'>;

/** When programs that nobody uses are ended; seconds. */
export type ReaperSettings = Schema<'ReaperSettings'>;

export type Settings = Schema<'Settings'>;

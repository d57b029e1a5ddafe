import type { Schema } from './schema';

export type Login = Schema<'Login'>;

export type Enrolment = Schema<'Enrolment'>;

export type FreshProof = Schema<'FreshProof'>;

/** When programs that nobody uses are ended; seconds. */
export type ReaperSettings = Schema<'ReaperSettings'>;

export type Settings = Schema<'Settings'>;

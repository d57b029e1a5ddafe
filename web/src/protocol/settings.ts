import type { Schema } from './schema';

export type Login = Schema<'Login'>;

export type ApiToken = Schema<'ApiToken'>;

export type NewApiToken = Schema<'NewApiToken'>;

export type TokenScope = ApiToken['scopes'][number];

export type Passkey = Schema<'Passkey'>;

export type NewPasskey = Schema<'NewPasskey'>;

/** A passkey that signed. */
export type PasskeyUse = Schema<'PasskeyUse'>;

/** What a browser is asked to sign. */
export type PasskeyRequest = Schema<'PasskeyRequest'>;

/** What a browser is asked to make. */
export type PasskeyCreation = Schema<'PasskeyCreation'>;

export type PasskeyList = Schema<'PasskeyList'>;

/** Why there can be no passkeys at this address. */
export type NoPasskeys = NonNullable<PasskeyList['why']>;

export type Enrolment = Schema<'Enrolment'>;

export type FreshProof = Schema<'FreshProof'>;

/** When programs that nobody uses are ended; seconds. */
export type ReaperSettings = Schema<'ReaperSettings'>;

export type Settings = Schema<'Settings'>;

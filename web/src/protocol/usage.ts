import type { Query, Schema } from './schema';

/** What was used in some time, grouped. */
export type Usage = Schema<'Usage'>;

export type UsageRow = Schema<'UsageRow'>;

/** Tokens of all kinds, and what they cost. */
export type UsageCounts = Schema<'UsageCounts'>;

/** What one session used, a row a model. */
export type SessionUsage = Schema<'SessionUsage'>;

/** What runs, what it burns, the limits of accounts, and budgets. */
export type UsageNow = Schema<'UsageNow'>;

export type UsageLive = Schema<'UsageLive'>;

export type UsageLimit = Schema<'UsageLimit'>;

export type UsageNotCounted = Schema<'UsageNotCounted'>;

/** What the row of a session says of it. */
export type RowUsage = Schema<'RowUsage'>;

export type BudgetPassed = Schema<'BudgetPassed'>;

export type UsageSettings = Schema<'UsageSettings'>;

export type UsageQuery = Query<'getUsage'>;

export type SessionUsageQuery = Query<'getSessionUsage'>;

import type { Schema } from './schema';

/** The AI review as GET /api/settings tells it. */
export type ReviewSettings = Schema<'ReviewSettings'>;

/** What PATCH /api/settings takes of it: null takes a value away. */
export type ReviewChange = Schema<'ReviewChange'>;

export type ReviewFailure = Schema<'ReviewFailure'>;

export type ReviewRun = Schema<'ReviewRun'>;

export type ReviewError = Schema<'ReviewError'>;

/** GET /api/ai-review. */
export type ReviewStatus = Schema<'ReviewStatus'>;

export type ReviewTrial = Schema<'ReviewTrial'>;

export type ReviewPreview = Schema<'ReviewPreview'>;

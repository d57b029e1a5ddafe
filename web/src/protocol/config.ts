import type { Schema } from './schema';

export type Theme = Schema<'Theme'>;

/** What the page needs before it draws anything: GET /api/config. */
export type Config = Schema<'Config'>;

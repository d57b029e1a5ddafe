import type { Schema } from './schema';

export type Version = Schema<'Version'>;

import type { operations } from './api.generated';
import type { Schema } from './schema';

export type SavedView = Schema<'View'>;

export type ViewChange = operations['changeView']['requestBody']['content']['application/json'];

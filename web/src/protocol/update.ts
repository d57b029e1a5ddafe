import type { Schema } from './schema';

export type Channel = Schema<'Channel'>;

export type UpdateSettings = Schema<'UpdateSettings'>;

export type UpdateCheck = Schema<'UpdateCheck'>;

export type UpdateStep = Schema<'UpdateStep'>;

export type UpdateStatus = Schema<'UpdateStatus'>;

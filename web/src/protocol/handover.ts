import type { Schema } from './schema';

/** What another program would be told first. */
export type HandOverProposal = Schema<'HandOverProposal'>;

export type HandedOver = Schema<'HandedOver'>;

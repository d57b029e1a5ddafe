import type { Schema } from './schema';

/** Turns as other people would see them. */
export type SharePreview = Schema<'SharePreview'>;

/** What the chosen turns changed, as other people would see it. */
export type SharedChanges = Schema<'SharedChanges'>;

/** What a link leads to was made; its address is said this once. */
export type ShareLink = Schema<'ShareLink'>;

/** A link that leads to a page now. */
export type SharedLink = Schema<'Share'>;

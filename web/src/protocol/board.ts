import type { Schema } from './schema';

/** What the terminal of a session shows. */
export type BoardTile = Schema<'BoardTile'>;

/** The kinds of GET /api/board: all tiles first, up to `complete`, then those that change. */
export const boardTypes = ['tile', 'ended', 'complete', 'heartbeat'] as const;
export type BoardType = (typeof boardTypes)[number];

/** The picture of a `tile` event. */
export function tileOf(data: unknown): BoardTile | undefined {
  const found = data as Partial<BoardTile> | null | undefined;
  return typeof found?.sid === 'string' && Array.isArray(found.lines) ? (found as BoardTile) : undefined;
}

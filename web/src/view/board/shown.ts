import type { BoardTile } from '../../protocol/board';
import type { EngineKey, SessionRow } from '../../protocol/session';
import type { App } from '../../state/app.svelte';
import { engineOf } from '../../state/boardfilter';
import { t } from '../../text';
import { lastMoment, lastPart, titleOf } from '../part/row';

/** What a tile and a line of the board both say of their program. */
export interface Shown {
  row: SessionRow | undefined;
  title: string;
  engine: EngineKey;
  where: string;
  /** What the program, or else the review, wants somebody for. */
  asks: string | undefined;
  since: string | undefined;
}

export function shownOf(app: App, tile: BoardTile, now: number): Shown {
  const row = app.find(tile.sid);
  const reason = row?.review?.needs_you ? row.review.reason : undefined;
  return {
    row,
    title: row ? titleOf(row) : t.board.unnamed,
    engine: engineOf({ tile, row }),
    where: app.projects.find(row?.project_id ?? null)?.name ?? lastPart(row?.cwd),
    asks: (tile.status === 'waiting' ? (tile.question?.text ?? t.home.waits) : reason) ?? undefined,
    since: tile.question?.since ?? lastMoment(tile.status, row?.updated_at, now),
  };
}

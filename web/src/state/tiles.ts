import type { BoardTile } from '../protocol/board';
import type { SessionRow } from '../protocol/session';
import { inOrder } from './order';

/** A picture with what the list knows about its session. */
export interface Entry {
  tile: BoardTile;
  row: SessionRow | undefined;
}

/**
 * The last line of a screen that says something: no rule, no frame, no prompt without words. A line as long as the
 * screen is wide goes on in the next one.
 */
export function lastSaid({ lines, cols }: Pick<BoardTile, 'lines' | 'cols'>): string {
  const at = lines.findLastIndex((line) => /[\p{L}\p{N}]/u.test(line));
  let from = at;
  while (from > 0 && (lines[from - 1]?.length ?? 0) >= cols) from -= 1;
  return at < 0
    ? ''
    : lines
        .slice(from, at + 1)
        .join('')
        .trim();
}

/** The groups of the board from first to last: what needs somebody, what works, what is idle. */
export function groupOf({ tile, row }: Entry): 0 | 1 | 2 {
  if (tile.status === 'waiting' || row?.review?.needs_you) return 0;
  return tile.status === 'working' ? 1 : 2;
}

/** The newest first, by its question or else by its last change. */
export function byAge(a: Entry, b: Entry): number {
  const [since, other] = [a.tile.question?.since ?? '', b.tile.question?.since ?? ''];
  if (since !== other) return since > other ? -1 : 1;
  if (a.row && b.row) return inOrder(a.row, b.row);
  if (a.row || b.row) return a.row ? 1 : -1; // what is not listed yet has just begun
  return a.tile.sid < b.tile.sid ? -1 : 1;
}

interface Standing {
  group: number;
  /** When it came into its group, in the order of all who did. */
  came: number;
}

/**
 * The places of the tiles: by group, favourites first, then who came last. What a program prints moves nothing: a tile
 * keeps its place until it changes its group.
 */
export class Places {
  readonly #standing = new Map<string, Standing>();
  #came = 0;

  order(entries: readonly Entry[]): string[] {
    const present = new Set(entries.map(({ tile }) => tile.sid));
    for (const sid of this.#standing.keys()) if (!present.has(sid)) this.#standing.delete(sid);
    for (const entry of entries.filter((one) => this.#moves(one)).sort((a, b) => byAge(b, a)))
      this.#standing.set(entry.tile.sid, { group: groupOf(entry), came: (this.#came += 1) });
    return [...entries].sort((a, b) => this.#compare(a, b)).map(({ tile }) => tile.sid);
  }

  #moves(entry: Entry): boolean {
    return this.#standing.get(entry.tile.sid)?.group !== groupOf(entry);
  }

  #compare(a: Entry, b: Entry): number {
    const [one, other] = [this.#standing.get(a.tile.sid), this.#standing.get(b.tile.sid)];
    if (!one || !other) return 0;
    if (one.group !== other.group) return one.group - other.group;
    if (a.row?.sticky !== b.row?.sticky && (a.row?.sticky || b.row?.sticky)) return a.row?.sticky ? -1 : 1;
    return other.came - one.came;
  }
}

/** Where an arrow leads on a board of so many columns; nothing for other keys. The edge is an end. */
export function step(key: string, at: number, columns: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const [column, last] = [at % columns, count - 1];
  switch (key) {
    case 'ArrowLeft':
      return column === 0 ? at : at - 1;
    case 'ArrowRight':
      return column === columns - 1 ? at : Math.min(at + 1, last);
    case 'ArrowUp':
      return at < columns ? at : at - columns;
    case 'ArrowDown':
      // The last row may be shorter.
      return at + columns <= last ? at + columns : Math.floor(at / columns) < Math.floor(last / columns) ? last : at;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

import type { RowThen } from '../../state/difference';
import { noteOf } from '../../state/filter';
import type { Line } from '../../state/group';

export interface Room {
  /** The list is too narrow for one line a row. */
  narrow: boolean;
  /** Fingers need more height than a pointer. */
  touch: boolean;
}

/** The height of each line, known without drawing it: so a long list never jumps while it scrolls. */
export function lineHeight(line: Line | undefined, { narrow, touch }: Room): number {
  if (!line || line.kind === 'group') return touch ? 32 : 28;
  const note = hasNote(line);
  if (touch) return note ? 86 : 64;
  if (narrow) return note ? 66 : 48;
  return note ? 50 : 32;
}

export function hasNote(line: Extract<Line, { kind: 'row' }>): boolean {
  const row: RowThen = line.row;
  return Boolean(row.differs?.length) || Boolean(row.match?.snippet) || Boolean(noteOf(row));
}

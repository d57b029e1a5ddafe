import type { EngineKey } from '../protocol/session';
import { groupOf, type Entry } from './tiles';

/** Which tiles of the board are shown; what is undefined leaves nothing out. */
export interface BoardFilter {
  /** The group that `groupOf` gives: 0 needs somebody, 1 works, 2 is idle. */
  readonly group: 0 | 1 | 2 | undefined;
  readonly engine: EngineKey | undefined;
  /** The id of a project, or 'none'. */
  readonly project: string | undefined;
}

export const wholeBoard: BoardFilter = { group: undefined, engine: undefined, project: undefined };

export const groups = [0, 1, 2] as const;

export function engineOf({ tile, row }: Entry): EngineKey {
  return row?.engine ?? (tile.sid.split(':')[0] as EngineKey);
}

export function projectOf({ row }: Entry): string {
  return row?.project_id ?? 'none';
}

export function passes(entry: Entry, { group, engine, project }: BoardFilter): boolean {
  return (
    (group === undefined || groupOf(entry) === group) &&
    (engine === undefined || engineOf(entry) === engine) &&
    (project === undefined || projectOf(entry) === project)
  );
}

/** How many there are of each, the most first; ties go by name, so that nothing changes places by itself. */
export function counted<Key extends string>(keys: readonly Key[]): [Key, number][] {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
}

import { placeFor, type Draft } from './draft';
import type { ShownFile } from './sheet';

/** Comments of a file by the line that they stand below, as `hunk:row`, and those whose line is not there. */
export interface Placed {
  placed: ReadonlyMap<string, readonly Draft[]>;
  lost: readonly Draft[];
}

export const noComments: Placed = { placed: new Map(), lost: [] };

/** Where comments stand, by file. */
export function placesOf(
  drafts: readonly Draft[],
  files: ReadonlyMap<string, Pick<ShownFile, 'file'>>,
): ReadonlyMap<string, Placed> {
  const places = new Map<string, { placed: Map<string, Draft[]>; lost: Draft[] }>();
  for (const draft of drafts) {
    const shown = files.get(draft.path);
    const at = places.get(draft.path) ?? { placed: new Map<string, Draft[]>(), lost: [] };
    places.set(draft.path, at);
    const line = shown && placeFor(draft, shown.file);
    if (line) {
      const key = `${String(line.hunk)}:${String(line.row)}`;
      at.placed.set(key, [...(at.placed.get(key) ?? []), draft]);
    } else if (!draft.sent) at.lost.push(draft);
  }
  return places;
}

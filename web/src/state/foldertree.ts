import type { FolderFacet } from '../protocol/session';
import { isBelow } from './filter';

/** A folder of the facet, below the one that contains it. */
export interface FolderNode extends FolderFacet {
  /** What is added to the path of the folder above. */
  name: string;
  depth: number;
}

/** Each folder below the nearest one that contains it; beside each other, the fullest first. */
export function treeOf(folders: readonly FolderFacet[]): FolderNode[] {
  const parentOf = (path: string) =>
    folders
      .filter((one) => one.path !== path && isBelow(one.path, path))
      .reduce<string | undefined>((best, { path: one }) => (one.length > (best?.length ?? -1) ? one : best), undefined);
  const below = new Map<string | undefined, FolderFacet[]>();
  for (const folder of folders) {
    const parent = parentOf(folder.path);
    below.set(parent, [...(below.get(parent) ?? []), folder]);
  }
  const nodes: FolderNode[] = [];
  const add = (parent: string | undefined, depth: number) => {
    for (const folder of (below.get(parent) ?? []).toSorted((a, b) => b.count - a.count)) {
      const name = parent === undefined ? folder.path : folder.path.slice(parent.length).replace(/^[/\\]/, '');
      nodes.push({ ...folder, name, depth });
      add(folder.path, depth + 1);
    }
  };
  add(undefined, 0);
  return nodes;
}

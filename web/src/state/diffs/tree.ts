import type { ChangedFile } from '../../protocol/changes';

/** A line of the tree: a folder, or folders that hold nothing but one another, or a file. */
export interface TreeLine {
  key: string;
  name: string;
  depth: number;
  /** Undefined for a folder. */
  file: ChangedFile | undefined;
}

interface Folder {
  folders: Map<string, Folder>;
  files: ChangedFile[];
}

const folder = (): Folder => ({ folders: new Map(), files: [] });

/** Deeper ones stand at the last depth: a narrow tree has no room for more. */
const deepest = 8;

/** The files as a tree, folders first, without what is below a folded one. */
export function treeOf(files: readonly ChangedFile[], folded: (key: string) => boolean): TreeLine[] {
  const root = folder();
  for (const file of files) {
    const parts = partsOf(file.path);
    let into = root;
    for (const part of parts.slice(0, -1)) {
      const next = into.folders.get(part) ?? folder();
      into.folders.set(part, next);
      into = next;
    }
    into.files.push(file);
  }
  const lines: TreeLine[] = [];
  walk(root, '', 0, folded, lines);
  return lines;
}

function walk(from: Folder, path: string, depth: number, folded: (key: string) => boolean, lines: TreeLine[]): void {
  for (const [name, inner] of sorted(from.folders)) {
    const { name: whole, inner: last } = alone(name, inner);
    const key = `${path}${whole}/`;
    lines.push({ key, name: whole, depth: Math.min(depth, deepest), file: undefined });
    if (!folded(key)) walk(last, key, depth + 1, folded, lines);
  }
  for (const file of from.files)
    lines.push({
      key: file.path,
      name: partsOf(file.path).at(-1) ?? file.path,
      depth: Math.min(depth, deepest),
      file,
    });
}

/** A folder that holds one folder and nothing else is one line with it. */
function alone(name: string, inner: Folder): { name: string; inner: Folder } {
  let [whole, last] = [name, inner];
  while (last.files.length === 0 && last.folders.size === 1) {
    const [[next, below] = ['', last]] = last.folders;
    whole = `${whole}/${next}`;
    last = below;
  }
  return { name: whole, inner: last };
}

function sorted(folders: Map<string, Folder>): [string, Folder][] {
  return [...folders].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** An absolute path keeps its root in its first part. */
function partsOf(path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  const [first = path, ...rest] = parts;
  return path.startsWith('/') ? [`/${first}`, ...rest] : [first, ...rest];
}

const lockFiles =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|Gemfile\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|go\.sum|flake\.lock|mix\.lock|deno\.lock)$/;

/** Files that a program writes by itself: nobody reads them line by line, so they are folded at first. */
export function isMade(path: string): boolean {
  return lockFiles.test(path) || /\.min\.(?:js|css)$|\.map$/.test(path);
}

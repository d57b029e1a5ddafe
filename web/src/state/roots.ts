/** The root that a path lies in, the deepest one where roots lie in each other; else the first. */
export function rootOf(path: string, roots: readonly string[]): string | undefined {
  const around = roots.filter((root) => isWithin(path, root)).sort((a, b) => b.length - a.length);
  return around[0] ?? roots[0];
}

export function isWithin(path: string, root: string): boolean {
  const bare = root.replace(/[\\/]$/, '');
  return path === bare || path.startsWith(`${bare}/`) || path.startsWith(`${bare}\\`);
}

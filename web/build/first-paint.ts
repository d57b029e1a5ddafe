interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Names one chunk for all that must be there before the page can draw: a file for each module that a later part shares
 * would be as many questions to the server, one after the other.
 */
export function firstPaint(entry: string): (id: string, graph: Graph) => string | null {
  let needed: ReadonlySet<string> | undefined;
  return (id, graph) => ((needed ??= neededBy(entry, graph)).has(id) ? 'first' : null);
}

/** What a module imports outright, and what that imports; not what is fetched later. */
function neededBy(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return new Set([...found].filter((id) => !id.endsWith('.css')));
}

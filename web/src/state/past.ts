import type { EngineKey, Facets, ProjectFacet } from '../protocol/session';
import type { RowThen } from './difference';
import { isInFolders, isSnoozedAsAsked, type Filter } from './filter';
import type { Project } from '../protocol/project';
import { plain } from './words';

/** Who knows the names that a filter of the past needs. */
export interface Names {
  project: (id: string | null) => Project | undefined;
  label: (engine: EngineKey) => string;
}

/** What a filter leaves of the list of then; every word must be somewhere in a row, as on the server. */
export function narrowedThen(rows: readonly RowThen[], filter: Filter, differing: boolean, names: Names): RowThen[] {
  const words = filter.words.split(/\s+/).filter(Boolean).map(plain);
  return rows.filter(
    (row) =>
      row.archived === filter.archived &&
      isSnoozedAsAsked(row, filter) &&
      (!differing || differs(row)) &&
      (filter.engines.length === 0 || filter.engines.includes(row.engine)) &&
      (filter.project === undefined || (row.project_id ?? 'none') === filter.project) &&
      isInFolders(row.cwd, filter.folders) &&
      words.every((word) => textOf(row, names).includes(word)),
  );
}

export function differs(row: RowThen): boolean {
  return (row.differs?.length ?? 0) > 0;
}

/** How many of them are of each program and project. */
export function facetsThen(rows: readonly RowThen[], names: Names): Facets {
  const engines = counted(rows.map((row) => row.engine));
  const projects = counted(rows.map((row) => row.project_id));
  return {
    folders: null,
    times: null,
    hosts: null,
    engines: engines.map(([engine, count]) => ({ engine, label: names.label(engine), count })),
    projects: projects.map(([id, count]): ProjectFacet => {
      const project = names.project(id);
      return { id, name: project?.name ?? null, color: project?.color ?? null, count };
    }),
  };
}

function textOf(row: RowThen, names: Names): string {
  const project = names.project(row.project_id)?.name;
  return plain([row.title, row.first_message, row.cwd, project, row.id, row.branch, row.model].join('\n'));
}

/** Each value with how often it occurs, the most frequent first. */
function counted<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

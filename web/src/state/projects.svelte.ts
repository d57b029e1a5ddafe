import type { Api } from '../net/api';
import type { Folders, Project, ProjectChange } from '../protocol/project';
import { mapOf } from './sets';

/** The one that a folder belongs to: that with the longest folder above it. */
export function projectOf<P extends { folders: readonly string[] }>(
  projects: readonly P[],
  path: string,
): P | undefined {
  const above = (folder: string) => path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
  const depth = ({ folders }: P) => Math.max(0, ...folders.filter(above).map((folder) => folder.length));
  return projects.filter((one) => depth(one) > 0).sort((a, b) => depth(b) - depth(a))[0];
}

/** The projects, archived ones included; few enough to be held whole. */
export class Projects {
  all = $state.raw<Project[]>([]);
  readonly #byId = $derived(mapOf(this.all.map((project) => [project.id, project] as const)));
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  get open(): Project[] {
    return this.all.filter((project) => !project.archived);
  }

  find(id: string | null | undefined): Project | undefined {
    return id ? this.#byId.get(id) : undefined;
  }

  async load(): Promise<void> {
    this.all = (await this.#api.get<{ projects: Project[] }>('/api/projects', { include_archived: 1 })).projects;
  }

  async create(change: ProjectChange & { gather?: boolean }): Promise<Project> {
    const project = await this.#api.post<Project>('/api/projects', change);
    await this.load();
    return project;
  }

  async change(id: string, change: ProjectChange): Promise<void> {
    await this.#api.patch<Project>(`/api/projects/${encodeURIComponent(id)}`, change);
    await this.load();
  }

  async delete(id: string): Promise<void> {
    await this.#api.delete(`/api/projects/${encodeURIComponent(id)}`);
    await this.load();
  }

  folders(): Promise<Folders> {
    return this.#api.get<Folders>('/api/folders');
  }

  /** @param host another one, which says by its own rules whether it makes it; undefined for this one */
  async makeFolder(parent: string, name: string, host?: string): Promise<string> {
    const there = host === undefined ? '' : `?host=${encodeURIComponent(host)}`;
    return (await this.#api.post<{ path: string }>(`/api/folders/mkdir${there}`, { parent, name })).path;
  }
}

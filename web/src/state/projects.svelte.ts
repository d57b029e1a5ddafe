import type { Api } from '../net/api';
import type { Folders, Project, ProjectChange } from '../protocol/project';
import { mapOf } from './sets';

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

  /** The project that a folder belongs to: the one with the longest folder above it. */
  ofFolder(path: string): Project | undefined {
    const above = (folder: string) => path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
    const depth = (project: Project) => Math.max(0, ...project.folders.filter(above).map((folder) => folder.length));
    return this.open.filter((project) => depth(project) > 0).sort((a, b) => depth(b) - depth(a))[0];
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

  async makeFolder(parent: string, name: string): Promise<string> {
    return (await this.#api.post<{ path: string }>('/api/folders/mkdir', { parent, name })).path;
  }
}

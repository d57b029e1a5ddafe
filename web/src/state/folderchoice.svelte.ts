import type { Folder } from '../protocol/project';
import type { App } from './app.svelte';
import { rootOf } from './roots';

/** A folder that somebody is choosing: typed, one of those that were used before, or a new one. */
export class FolderChoice {
  folder = $state('');
  folders = $state.raw<Folder[]>([]);
  roots = $state.raw<string[]>([]);
  mkdir = $state(false);
  /** Somebody typed into the folder field: do not write into it any more. */
  touched = false;
  /** What was written into the field although nobody chose it. */
  proposed = $state('');
  protected readonly app: App;

  constructor(app: App, folder = '') {
    this.app = app;
    this.folder = folder;
  }

  get absolute(): boolean {
    return /^(\/|[A-Za-z]:\\)/.test(this.folder.trim());
  }

  async load(): Promise<void> {
    const { folders, roots, mkdir_enabled } = await this.app.projects.folders();
    [this.roots, this.mkdir] = [roots, mkdir_enabled];
    this.offer(folders.filter((folder) => folder.exists));
  }

  /** The first of what is offered is proposed, unless somebody was quicker. */
  protected offer(folders: Folder[]): void {
    this.folders = folders;
    if (this.touched || this.folder) return;
    this.folder = this.folders[0]?.path ?? '';
    this.proposed = this.folder;
  }

  /** The folders that continue what is typed, the ones used last first. */
  matching(): Folder[] {
    const typed = this.folder.trim().toLowerCase();
    return this.folders.filter((folder) => folder.path.toLowerCase().includes(typed)).slice(0, 8);
  }

  /** The root in which a new folder may be made from what is typed. */
  rootOfTyped(): string | undefined {
    return this.mkdir ? rootOf(this.folder.trim(), this.roots) : undefined;
  }

  async makeFolder(parent: string, name: string): Promise<boolean> {
    return this.app.attempt(async () => {
      this.folder = await this.app.projects.makeFolder(parent, name);
    });
  }
}

export interface Project {
  id: string;
  name: string;
  color: string;
  folders: string[];
  archived: boolean;
  session_count: number;
}

export type ProjectChange = Partial<Pick<Project, 'name' | 'color' | 'folders' | 'archived'>>;

export interface Folder {
  path: string;
  sessions: number;
  last_used: string | null;
  source: 'scan' | 'project' | 'root';
  exists: boolean;
}

export interface Folders {
  folders: Folder[];
  roots: string[];
  mkdir_enabled: boolean;
}

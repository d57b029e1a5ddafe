import type { Schema } from './schema';

export type Project = Schema<'Project'>;

export type ProjectChange = Schema<'ProjectChange'>;

export type Folder = Schema<'Folder'>;

export type Folders = Schema<'Folders'>;

import { Refusal } from '../net/refusal';
import type { Project } from '../protocol/project';
import { sentence } from '../text/problem';
import type { App } from './app.svelte';
import { mapOf } from './sets';

/** Each keeps 3:1 against the list in the dark and in the light theme. */
export const projectColours = [
  '#2f9e8a',
  '#4a82d4',
  '#8a6fd1',
  '#c0569f',
  '#cf5f4a',
  '#b3791a',
  '#6f8f1f',
  '#6b7c8c',
] as const;

/** A project in the form. */
export class ProjectForm {
  name = $state('');
  color = $state<string>(projectColours[0]);
  folders = $state('');
  saving = $state(false);
  /** Errors by field; the empty name holds those of no field. */
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  readonly #app: App;
  readonly #project: Project | undefined;

  constructor(app: App, project: Project | undefined) {
    this.#app = app;
    this.#project = project;
    const free = projectColours.find((color) => !app.projects.all.some((one) => one.color === color));
    this.name = project?.name ?? '';
    this.color = project?.color ?? free ?? projectColours[0];
    this.folders = project?.folders.join('\n') ?? '';
  }

  async save(): Promise<boolean> {
    this.saving = true;
    const folders = this.folders
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const change = { name: this.name.trim(), color: this.color, folders };
    try {
      if (this.#project) await this.#app.projects.change(this.#project.id, change);
      else await this.#app.projects.create(change);
      return true;
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.wrong = reason.fields.size > 0 ? reason.fields : mapOf([['', sentence(reason)]]);
      return false;
    } finally {
      this.saving = false;
    }
  }
}

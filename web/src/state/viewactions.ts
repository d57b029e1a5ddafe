import type { SavedView } from '../protocol/view';
import { t } from '../text';
import type { App } from './app.svelte';

/** What people do to saved views; each step says so and can be undone. */
export async function saveView(app: App, view: SavedView): Promise<void> {
  await app.attempt(async () => {
    await app.views.save(view);
    await said(app, view.id, t.views.saved(view.name), 'view_changed');
  });
}

export async function renameView(app: App, view: SavedView, name: string): Promise<void> {
  await app.views.rename(view, name);
  await said(app, view.id, t.views.renamed, 'view_changed');
}

export async function createView(app: App, name: string): Promise<void> {
  const view = await app.views.create(name);
  await said(app, view.id, t.views.saved(view.name), 'view_created');
}

export async function deleteView(app: App, view: SavedView): Promise<void> {
  await app.attempt(async () => {
    await app.views.delete(view);
    await said(app, view.id, t.views.deleted(view.name), 'view_deleted');
  });
}

async function said(app: App, id: string, done: string, type: string): Promise<void> {
  app.undoing.say(done, await app.undoing.ofView(id, type));
}

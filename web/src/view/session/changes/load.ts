import { speakOfChanges } from '../../../text/changes';

/** The view of what a session changed, together with its words. */
export async function loadChanges() {
  const [part] = await Promise.all([import('./ChangesTab.svelte'), speakOfChanges()]);
  return part;
}

import { speakOfUsage } from '../../text/usage';

/** The page with its words. */
export async function loadUsage() {
  const [part] = await Promise.all([import('./Usage.svelte'), speakOfUsage()]);
  return part;
}

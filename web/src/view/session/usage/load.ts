import { speakOfUsage } from '../../../text/usage';

/** A part together with its words. */
async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, speakOfUsage()]);
  return loaded;
}

export const loadHead = () => withWords(import('./InHead.svelte'));
export const loadModels = () => withWords(import('./Models.svelte'));

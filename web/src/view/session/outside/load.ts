import { speakOfOutside } from '../../../text/outside';

/** A part together with its words. */
async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, speakOfOutside()]);
  return loaded;
}

export const loadCard = () => withWords(import('./Card.svelte'));
export const loadFoot = () => withWords(import('./Foot.svelte'));
export const loadTag = () => withWords(import('./Tag.svelte'));

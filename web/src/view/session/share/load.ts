import { speakOfShare } from '../../../text/share';

/** The dialog together with its words. */
export async function loadShare() {
  const [dialog] = await Promise.all([import('./ShareDialog.svelte'), speakOfShare()]);
  return dialog;
}

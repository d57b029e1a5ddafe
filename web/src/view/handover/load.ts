import { speakOfHandOver } from '../../text/handover';

/** The dialog together with its words. */
export async function loadHandOver() {
  const [dialog] = await Promise.all([import('./HandOverDialog.svelte'), speakOfHandOver()]);
  return dialog;
}

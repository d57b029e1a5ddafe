import { speakOfHandOver } from '../../text/handover';

/** Each dialog together with its words. */
export async function loadHandOver() {
  const [dialog] = await Promise.all([import('./HandOverDialog.svelte'), speakOfHandOver()]);
  return dialog;
}

export async function loadContinueAt() {
  const [dialog] = await Promise.all([import('./ContinueAtDialog.svelte'), speakOfHandOver()]);
  return dialog;
}

/** The settings with their words. */
export async function loadSettings() {
  const [{ speakOfSettings }, part] = await Promise.all([import('../../text/settings'), import('./Settings.svelte')]);
  await speakOfSettings();
  return part;
}

/** The settings with their words. */
export async function loadSettings() {
  const [{ speakOfSettings }, { speakOfUsage }, part] = await Promise.all([
    import('../../text/settings'),
    import('../../text/usage'),
    import('./Settings.svelte'),
  ]);
  await Promise.all([speakOfSettings(), speakOfUsage()]);
  return part;
}

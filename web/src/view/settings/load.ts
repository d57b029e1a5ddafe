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

/** What asks for a fresh proof, with its words. */
export async function loadProof() {
  const [part, { speakOfSettings }] = await Promise.all([import('./ProofGate.svelte'), import('../../text/settings')]);
  await speakOfSettings();
  return part;
}

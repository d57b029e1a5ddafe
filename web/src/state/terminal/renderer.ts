import type { Terminal } from '@xterm/xterm';

/** Names under which drivers draw with the processor. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Draws with the graphics card where there is one; when it goes away the plain renderer goes on. Until the drawing is
 * fetched, and where that fails, the plain renderer draws: nobody waits for it.
 */
export async function accelerate(terminal: Terminal): Promise<void> {
  if (!hasGraphicsCard()) return;
  try {
    const { WebglAddon } = await import('@xterm/addon-webgl');
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => {
      webgl.dispose();
    });
    terminal.loadAddon(webgl);
  } catch {
    // The plain renderer is there already.
  }
}

/** Drawn by the processor, WebGL is slower than the plain renderer: then it is not used. */
function hasGraphicsCard(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!probe) return false;
  const names = probe.getExtension('WEBGL_debug_renderer_info');
  const card = String(probe.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : probe.RENDERER));
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  return !software.test(card);
}

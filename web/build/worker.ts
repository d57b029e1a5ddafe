import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const entry = fileURLToPath(new URL('../src/worker/main.ts', import.meta.url));

/**
 * The worker is one script at an address that never changes, and shares its rules with the page: so it is built on its
 * own, whole, and stands beside the page's files.
 */
export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: { write: false, target: 'es2022', rolldownOptions: { input: entry, output: { format: 'iife' } } },
      });
      const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
      if (script?.type !== 'chunk') throw new Error('The worker was not built.');
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: script.code });
    },
  };
}

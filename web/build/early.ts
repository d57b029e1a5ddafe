import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * The saved theme must stand before the first paint, the first answers are to be on their way while the page's script is
 * still read, and no inline script is allowed: so a script of a few lines, loaded before anything else, with a hash in
 * its name like every other asset.
 */
export function early(): Plugin {
  const source = readFileSync(new URL('./early.js', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const name = `assets/early-${hash}.js`;
  let serving = false;
  return {
    name: 'early',
    configResolved: (config) => {
      serving = config.command === 'serve';
    },
    configureServer: (server) => {
      server.middlewares.use(`/${name}`, (_, answer) => {
        answer.setHeader('content-type', 'text/javascript').end(source);
      });
    },
    generateBundle() {
      if (!serving) this.emitFile({ type: 'asset', fileName: name, source });
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${name}` }, injectTo: 'head-prepend' }],
  };
}

import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer, type ViteDevServer } from 'vite';

interface Renderer {
  render: (component: unknown, options: { props: object }) => { body: string };
}

/** Components as the markup that they begin with: unit tests have no document. */
export class Drawing {
  readonly #vite: ViteDevServer;

  private constructor(vite: ViteDevServer) {
    this.#vite = vite;
  }

  static async begin(): Promise<Drawing> {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const server = { middlewareMode: true, ws: false, watch: null } as const;
    return new Drawing(
      await createServer({
        root,
        configFile: false,
        logLevel: 'error',
        appType: 'custom',
        plugins: [svelte()],
        server,
      }),
    );
  }

  /** @param component a file below src */
  async of(component: string, props: object): Promise<string> {
    const { render } = (await this.#vite.ssrLoadModule('svelte/server')) as unknown as Renderer;
    const { default: drawn } = await this.#vite.ssrLoadModule(`/src/${component}`);
    return render(drawn, { props }).body.replace(/<!--.*?-->/g, '');
  }

  end(): Promise<void> {
    return this.#vite.close();
  }
}

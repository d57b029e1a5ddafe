import { expect, it } from 'vitest';
import { Api } from '../../net/api';
import { App } from '../app.svelte';
import { Indexing } from './indexing.svelte';

const state = { state: 'building', indexed: 2, of: 5, bytes: 2048, reason: null };

/** A server that keeps the settings of the search, and notes what it is asked to do. */
function opened() {
  const kept = { enabled: true, tool_output_bytes: 2048 };
  const calls: string[] = [];
  const api = new Api((path, init = {}) => {
    const body = typeof init.body === 'string' ? init.body : '';
    if (init.method !== 'GET') calls.push(`${init.method ?? ''} ${path} ${body}`.trim());
    if (path === '/api/system') return Promise.resolve(Response.json({ pid: 1, search: state }));
    if (init.method === 'PATCH') {
      const { search } = JSON.parse(body) as { search: Partial<typeof kept> };
      if ((search.tool_output_bytes ?? 0) > 65536) {
        const errors = [{ field: 'search.tool_output_bytes', message: 'At most 65536.' }];
        return Promise.resolve(Response.json({ code: 'invalid', status: 422, errors }, { status: 422 }));
      }
      Object.assign(kept, search);
    }
    return Promise.resolve(
      init.method === 'POST' ? new Response(null, { status: 202 }) : Response.json({ search: kept }),
    );
  });
  const app = new App({ location: { pathname: '/', search: '', hash: '' } } as unknown as Window, api);
  return { app, calls, indexing: new Indexing(app) };
}

it('shows how much is searched, and how far the index is', async () => {
  const { indexing } = opened();
  await indexing.load();
  await indexing.look();
  expect([indexing.now?.enabled, indexing.kibibytes, indexing.index?.indexed]).toEqual([true, 2, 2]);
});

it('sends each change at once, and shows why one is refused', async () => {
  const { indexing, calls } = opened();
  await indexing.setEnabled(false);
  await indexing.setKibibytes(0.5);
  expect([indexing.now?.enabled, indexing.kibibytes]).toEqual([false, 0.5]);
  await indexing.setKibibytes(100);
  expect(indexing.wrong.get('search.tool_output_bytes')).toBe('At most 65536.');
  expect(calls).toEqual([
    'PATCH /api/settings {"search":{"enabled":false}}',
    'PATCH /api/settings {"search":{"tool_output_bytes":512}}',
    'PATCH /api/settings {"search":{"tool_output_bytes":102400}}',
  ]);
});

it('builds the index again only when somebody says so', async () => {
  const { app, indexing, calls } = opened();
  const refused = indexing.rebuild();
  app.questions.open?.answer(false);
  await refused;
  expect(calls).toEqual([]);
  const begun = indexing.rebuild();
  app.questions.open?.answer(true);
  await begun;
  expect(calls).toEqual(['POST /api/search/rebuild']);
});

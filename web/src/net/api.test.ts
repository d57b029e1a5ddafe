import { describe, expect, it } from 'vitest';
import { Api, withQuery, type Fetch } from './api';
import { Refusal } from './refusal';

function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const calls: { path: string; init: RequestInit | undefined }[] = [];
  const fetch: Fetch = (path, init) => {
    calls.push({ path, init });
    return Promise.resolve(new Response(status === 204 ? null : body, { status, headers }));
  };
  return { api: new Api(fetch), calls };
}

describe('Api', () => {
  it('sends the token with a change and never with a read', async () => {
    const { api, calls } = answering(200, '{}');
    api.csrf = 'token';
    await api.get('/api/config');
    await api.post('/api/prefs', { theme: 'dark' });
    expect(new Headers(calls[0]?.init?.headers).get('X-CSRF-Token')).toBeNull();
    expect(new Headers(calls[1]?.init?.headers).get('X-CSRF-Token')).toBe('token');
    expect(calls[1]?.init?.body).toBe('{"theme":"dark"}');
  });

  it('turns a problem answer into a refusal with its sentence and fields', async () => {
    const problem = { code: 'invalid', detail: 'No such folder.', errors: [{ field: 'name', message: 'taken' }] };
    const { api } = answering(422, JSON.stringify(problem));
    const heard: string[] = [];
    api.onRefusal = (refusal) => heard.push(refusal.code);
    const refusal = await api.post('/api/projects', {}).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 422, code: 'invalid', message: 'No such folder.' });
    expect((refusal as Refusal).fields.get('name')).toBe('taken');
    expect(heard).toEqual(['invalid']);
  });

  it('renews a token that has grown old, once, and tries again', async () => {
    const tokens: (string | null)[] = [];
    const api = new Api((_, init) => {
      tokens.push(new Headers(init?.headers).get('X-CSRF-Token'));
      const old = tokens.at(-1) !== 'new';
      return Promise.resolve(Response.json(old ? { code: 'csrf' } : { done: true }, { status: old ? 403 : 200 }));
    });
    api.csrf = 'old';
    await expect(api.post('/api/x')).rejects.toMatchObject({ code: 'csrf' });
    api.renew = () => {
      api.csrf = 'new';
      return Promise.resolve();
    };
    await expect(api.post('/api/x')).resolves.toEqual({ done: true });
    api.renew = () => Promise.resolve();
    api.csrf = 'old';
    await expect(api.post('/api/x')).rejects.toMatchObject({ code: 'csrf' });
    expect(tokens).toEqual(['old', 'old', 'new', 'old', 'old']);
  });

  it('names a wait that the server asks for, and survives an answer that is no JSON', async () => {
    const { api } = answering(429, '<html>', { 'retry-after': '7' });
    await expect(api.get('/api/x')).rejects.toMatchObject({ status: 429, code: 'unknown', retryAfter: 7 });
  });

  it('says unreachable where no answer came', async () => {
    const api = new Api(() => Promise.reject(new TypeError('network')));
    await expect(api.get('/api/x')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('reads an empty answer as nothing', async () => {
    const { api } = answering(204, '');
    await expect(api.delete('/api/projects/1')).resolves.toBeUndefined();
  });
});

describe('withQuery', () => {
  it('leaves out what is not set and escapes what is', () => {
    expect(withQuery('/a', { q: 'x y&z', engine: undefined, limit: 5 })).toBe('/a?q=x+y%26z&limit=5');
    expect(withQuery('/a', {})).toBe('/a');
  });
});

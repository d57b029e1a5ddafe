import { beforeEach, expect, it, vi } from 'vitest';
import type { PushDevice } from '../protocol/push';
import { Api } from './api';
import { renew } from './renewal';
import { thisDevice, type ThisDevice } from './thisdevice';
import { memoryCaches } from '../../test/caches';

const subscription = {
  toJSON: () => ({
    endpoint: 'https://push.example/2',
    expirationTime: null,
    keys: { p256dh: 'k', auth: 'a', more: 'x' },
  }),
};
const former: ThisDevice = { id: 'old', name: 'A phone', hidden: true, language: 'de' };

/** A server that has these devices. */
function house(...devices: Partial<PushDevice>[]) {
  const calls: string[] = [];
  const api = new Api((path, init) => {
    const method = init?.method ?? 'GET';
    const body = typeof init?.body === 'string' ? init.body : '';
    calls.push(`${method} ${path} ${body}`.trim());
    if (method === 'GET') return Promise.resolve(Response.json({ public_key: 'key', devices }));
    if (method === 'DELETE') return Promise.resolve(Response.json({ code: 'not_found' }, { status: 404 }));
    const said = JSON.parse(body) as { name?: string; hide_content?: boolean };
    return Promise.resolve(
      Response.json({ id: 'new', name: said.name ?? 'Ada’s', hide_content: said.hide_content ?? false, quiet: null }),
    );
  });
  return { api, calls };
}

beforeEach(() => {
  vi.stubGlobal('caches', memoryCaches());
});

it('keeps what was chosen for the device, and takes the former away', async () => {
  const { api, calls } = house({ id: 'old', name: 'Ada’s', quiet: { from: 1, to: 2 }, hide_content: false });
  await renew(api, subscription, former);
  expect(calls).toEqual([
    'GET /api/push',
    'POST /api/push {"endpoint":"https://push.example/2","keys":{"p256dh":"k","auth":"a"},"name":"Ada’s"}',
    'PATCH /api/push/new {"quiet":{"from":1,"to":2},"hide_content":false}',
    'DELETE /api/push/old',
  ]);
  expect(await thisDevice()).toEqual({ id: 'new', name: 'Ada’s', hidden: false, language: 'de' });
});

it('where the server has lost it, its content stays hidden', async () => {
  const { api, calls } = house();
  await renew(api, subscription, former);
  expect(calls.slice(1)).toEqual([
    'POST /api/push {"endpoint":"https://push.example/2","keys":{"p256dh":"k","auth":"a"},"name":"A phone"}',
    'PATCH /api/push/new {"quiet":null,"hide_content":true}',
  ]);
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryCaches } from '../../../test/caches';
import { Api } from '../../net/api';
import { keepThisDevice, thisDevice, type ThisDevice } from '../../net/thisdevice';
import type { PushDevice } from '../../protocol/push';
import type { PushBrowser, Subscribed } from './browser';
import { NotSubscribed } from './browser';
import { Here } from './here';

const kept: ThisDevice = { id: 'one', name: 'A phone', hidden: false, language: 'en' };

/** A server with devices, and a browser; what is done is written down. */
function house({
  devices = [] as string[],
  madeFor = '',
  key = 'key',
  permitted = true,
  reachable = true,
  refuses = false,
} = {}) {
  const done: string[] = [];
  let subscription = madeFor;
  const subscribed = (): Subscribed => ({
    toJSON: () => ({ endpoint: `https://push.example/${subscription}`, keys: { p256dh: 'p', auth: 'a' } }),
    isFor: (other) => other === subscription,
    unsubscribe: () => Promise.resolve(void (subscription = '')),
  });
  const browser: PushBrowser = {
    hindrance: () => undefined,
    permit: () => Promise.resolve(permitted),
    isPermitted: () => permitted,
    current: () => Promise.resolve(subscription ? subscribed() : undefined),
    subscribe: (other) => {
      if (!reachable) return Promise.reject(new NotSubscribed('unreachable'));
      subscription = other;
      return Promise.resolve(subscribed());
    },
  };
  const api = new Api((path, init) => {
    const method = init?.method ?? 'GET';
    if (method !== 'GET') done.push(`${method} ${path}`);
    if (refuses) return Promise.resolve(Response.json({ code: 'invalid', status: 422 }, { status: 422 }));
    const all = devices.map((id) => ({ id, name: 'Ada’s', hide_content: true }) as PushDevice);
    if (method === 'GET') return Promise.resolve(Response.json({ public_key: key, devices: all }));
    return Promise.resolve(
      method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ id: 'new', name: 'A phone', hide_content: false }),
    );
  });
  return { here: new Here(api, browser), done, subscription: () => subscription };
}

beforeEach(() => {
  vi.stubGlobal('caches', memoryCaches());
});

describe('turning on', () => {
  it('subscribes with the key of the server, and says where this browser is reached', async () => {
    const { here, done, subscription } = house();
    await here.turnOn('key', 'A phone');
    expect([done, subscription(), (await thisDevice())?.id]).toEqual([['POST /api/push'], 'key', 'new']);
  });

  it('does nothing where the person says no', async () => {
    const { here, done, subscription } = house({ permitted: false });
    await expect(here.turnOn('key', 'A phone')).rejects.toThrow('denied');
    expect([done, subscription(), await thisDevice()]).toEqual([[], '', undefined]);
  });

  it('leaves no subscription behind that the server does not take', async () => {
    const { here, subscription } = house({ refuses: true });
    await expect(here.turnOn('key', '')).rejects.toThrow();
    expect([subscription(), await thisDevice()]).toEqual(['', undefined]);
  });
});

it('turning off takes it away from the server, from the browser and from memory', async () => {
  await keepThisDevice(kept);
  const { here, done, subscription } = house({ devices: ['one'], madeFor: 'key' });
  await here.turnOff();
  expect([done, subscription(), await thisDevice()]).toEqual([['DELETE /api/push/one'], '', undefined]);
});

describe('a later visit', () => {
  it('changes nothing while browser and server agree, and learns what was chosen elsewhere', async () => {
    await keepThisDevice(kept);
    const { here, done } = house({ devices: ['one'], madeFor: 'key' });
    await here.check();
    expect([done, await thisDevice()]).toEqual([[], { ...kept, name: 'Ada’s', hidden: true }]);
  });

  it('asks nobody where this browser is not told', async () => {
    const { here, done } = house({ madeFor: 'key' });
    expect([await here.check(), done]).toEqual([undefined, []]);
  });

  it('is off once it was taken away elsewhere', async () => {
    await keepThisDevice(kept);
    const { here, subscription } = house({ devices: ['other'], madeFor: 'key' });
    await here.check();
    expect([subscription(), await thisDevice()]).toEqual(['', undefined]);
  });

  it('subscribes anew for another key of the server', async () => {
    await keepThisDevice(kept);
    const { here, done, subscription } = house({ madeFor: 'former key' });
    await here.check();
    expect([done, subscription(), (await thisDevice())?.id]).toEqual([
      ['POST /api/push', 'PATCH /api/push/new'],
      'key',
      'new',
    ]);
  });

  it('tries that again another time where the push service cannot be reached', async () => {
    await keepThisDevice(kept);
    const { here } = house({ madeFor: 'former key', reachable: false });
    await here.check();
    expect((await thisDevice())?.id).toBe('one');
  });

  it('is off where the person has taken the permission back', async () => {
    await keepThisDevice(kept);
    const { here, done } = house({ devices: ['one'], permitted: false });
    await here.check();
    expect([done, await thisDevice()]).toEqual([['DELETE /api/push/one'], undefined]);
  });
});

import { beforeEach, expect, it, vi } from 'vitest';
import { memoryCaches } from '../../../test/caches';
import { Api } from '../../net/api';
import { LiveFeed } from '../../net/live';
import type { PushDevice, PushTest } from '../../protocol/push';
import { App } from '../app.svelte';
import { NotSubscribed, type PushBrowser, type Subscribed } from './browser';
import { Devices } from './devices.svelte';

/** A server that keeps devices, and a browser that can be told. */
function house({ unreachable = false, answer = { status: 'accepted', http: 201 } as PushTest } = {}) {
  let devices: PushDevice[] = [];
  let subscription: Subscribed | undefined;
  const browser: PushBrowser = {
    hindrance: () => undefined,
    permit: () => Promise.resolve(true),
    isPermitted: () => true,
    current: () => Promise.resolve(subscription),
    subscribe: () => {
      if (unreachable) return Promise.reject(new NotSubscribed('unreachable'));
      const unsubscribe = () => Promise.resolve(void (subscription = undefined));
      subscription = { toJSON: () => ({ endpoint: 'e', keys: {} }), isFor: () => true, unsubscribe };
      return Promise.resolve(subscription);
    },
  };
  const api = new Api((path, init) => {
    const said = typeof init?.body === 'string' ? (JSON.parse(init.body) as Partial<PushDevice>) : {};
    const [, id = '', verb] = /^\/api\/push\/([^/]+)\/?(.*)$/.exec(path) ?? [];
    const send = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));
    if (init?.method === 'GET') return send({ public_key: 'key', devices });
    if (verb === 'test') return send(answer);
    if (said.name === '') {
      const errors = [{ field: 'name', message: 'A device has a name.' }];
      return send({ code: 'invalid', status: 422, errors }, 422);
    }
    if (init?.method === 'DELETE') {
      devices = devices.filter((one) => one.id !== id);
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    const before = devices.find((one) => one.id === id) ?? {
      id: `d${String(devices.length)}`,
      name: '',
      created_at: '2026-11-21T10:03:10.000Z',
      last_used_at: null,
      quiet: null,
      hide_content: false,
      host: 'push.example',
    };
    const { name = before.name, quiet = before.quiet, hide_content = before.hide_content } = said;
    const device = { ...before, name, quiet, hide_content };
    devices = [...devices.filter((one) => one.id !== device.id), device];
    return send(device);
  });
  const location = { pathname: '/', search: '', hash: '' };
  const go = () => undefined;
  const window = { location, history: { pushState: go, replaceState: go } } as unknown as Window;
  const app = new App(window, api, new LiveFeed());
  return { devices: new Devices(app, browser), subscription: () => subscription };
}

const only = ({ all: [one] }: Devices): PushDevice => one as PushDevice;

beforeEach(() => {
  vi.stubGlobal('caches', memoryCaches());
});

it('this browser is in the list once it is turned on, and neither there nor subscribed after it is turned off', async () => {
  const { devices, subscription } = house();
  await devices.load();
  expect([devices.all, devices.here]).toEqual([[], undefined]);
  await devices.turnOn('A phone');
  expect([only(devices).name, devices.here, devices.busy]).toEqual(['A phone', 'd0', false]);
  await devices.turnOff();
  expect([devices.all, devices.here, subscription()]).toEqual([[], undefined, undefined]);
});

it('removing this device from the list turns it off', async () => {
  const { devices, subscription } = house();
  await devices.load();
  await devices.turnOn('A phone');
  await devices.remove(only(devices));
  expect([devices.all, devices.here, subscription()]).toEqual([[], undefined, undefined]);
});

it('says that the push service could not be reached, and is off', async () => {
  const { devices } = house({ unreachable: true });
  await devices.load();
  await devices.turnOn('A phone');
  expect([devices.trouble, devices.here, devices.busy]).toEqual(['unreachable', undefined, false]);
});

it('a name, quiet hours and hidden content are of one device', async () => {
  const { devices } = house();
  await devices.load();
  await devices.turnOn('A phone');
  await devices.rename(only(devices), 'Ada’s');
  await devices.hide(only(devices), true);
  await devices.quiet(only(devices), { from: 1320, to: 420 });
  expect(only(devices)).toMatchObject({ name: 'Ada’s', hide_content: true, quiet: { from: 1320, to: 420 } });
  await devices.quiet(only(devices), undefined);
  expect(only(devices).quiet).toBeNull();
});

it('what the server refuses is said at the device', async () => {
  const { devices } = house();
  await devices.load();
  await devices.turnOn('A phone');
  await devices.rename(only(devices), '');
  expect(devices.wrong.get('d0')).toBe('A device has a name.');
});

it.each([{ status: 'accepted', http: 201 }, { status: 'refused', http: 403 }, { status: 'unreachable' }] as PushTest[])(
  'says what became of a test: %j',
  async (answer) => {
    const { devices } = house({ answer });
    await devices.load();
    await devices.turnOn('A phone');
    const running = devices.test(only(devices));
    expect(devices.trials.get('d0')).toBe('running');
    await running;
    expect(devices.trials.get('d0')).toEqual(answer);
  },
);

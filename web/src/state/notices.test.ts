import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryCaches } from '../../test/caches';
import { keepThisDevice } from '../net/thisdevice';
import { Notices } from './notices.svelte';

const asked = { sid: 'engine_1:a', title: 'Widen the ids needs you', body: 'May it run?', told: true };

/** A page with permission; what is shown, and by whom, is written down. */
function page({ hidden = true, worker = true, constructs = true } = {}) {
  const shown: { by: string; title: string; options: NotificationOptions }[] = [];
  class Alone {
    static permission = 'granted';
    onclick: () => void = () => undefined;
    constructor(title: string, options: NotificationOptions) {
      if (!constructs) throw new TypeError('Illegal constructor');
      shown.push({ by: 'page', title, options });
    }
  }
  const showNotification = (title: string, options: NotificationOptions) =>
    Promise.resolve(void shown.push({ by: 'worker', title, options }));
  vi.stubGlobal('Notification', Alone);
  vi.stubGlobal('document', { hidden });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => Promise.resolve(worker ? { showNotification } : undefined) },
  });
  return { shown, notices: new Notices(() => undefined) };
}

beforeEach(() => {
  vi.stubGlobal('caches', memoryCaches());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('the worker shows them, under the tag of the server, and they lead to the session', async () => {
  const { shown, notices } = page();
  await notices.waiting(asked);
  // The first 18 bytes of the SHA-256 of engine_1:a, as PushNotice has them.
  const tag = 'gmfUgL9yOfNf-hvSDR6lWdt2';
  expect(shown).toMatchObject([
    { by: 'worker', title: asked.title, options: { body: asked.body, tag, data: { path: '/s/engine_1:a' } } },
  ]);
});

it('nothing is shown to who looks at the page', async () => {
  const { shown, notices } = page({ hidden: false });
  await notices.waiting(asked);
  expect(shown).toEqual([]);
});

it('what a push says is left to it where this device is told, and nothing else is', async () => {
  await keepThisDevice({ id: 'one', name: 'here', hidden: false, language: 'en' });
  const { shown, notices } = page();
  await notices.waiting(asked);
  expect(shown).toEqual([]);
  await notices.waiting({ ...asked, told: false });
  expect(shown.length).toBe(1);
});

it('without a worker the page shows them itself, and a browser that refuses has none', async () => {
  const { shown, notices } = page({ worker: false });
  await notices.waiting(asked);
  expect(shown.map(({ by }) => by)).toEqual(['page']);
  const refusing = page({ worker: false, constructs: false });
  await refusing.notices.waiting(asked);
  expect([refusing.shown, refusing.notices.state]).toEqual([[], 'absent']);
});

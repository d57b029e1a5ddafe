import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lead, type OpenWindow } from './lead';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser with these windows; what happens is written down. */
function browser(...windows: Partial<OpenWindow & { answers: boolean; canFocus: boolean; canGo: boolean }>[]) {
  const happened: string[] = [];
  const open = windows.map(({ answers = true, canFocus = true, canGo = true, ...it }, at) => {
    const step = (name: string, can: boolean) => {
      happened.push(`${String(at)} ${name}`);
      return can ? Promise.resolve() : Promise.reject(new Error(name));
    };
    return {
      url: 'https://svc.example/',
      focused: false,
      visibilityState: 'hidden',
      focus: () => step('comes to the front', canFocus),
      navigate: (path: string) => step(`loads ${path}`, canGo),
      postMessage: (message: { go: string }, [port]: MessagePort[]) => {
        if (!answers) return;
        happened.push(`${String(at)} goes to ${message.go}`);
        port?.postMessage(true);
      },
      ...it,
    } as OpenWindow;
  });
  const openWindow = (path: string) => Promise.resolve(happened.push(`opens ${path}`));
  return { happened, windows: { matchAll: () => Promise.resolve(open), openWindow } };
}

async function led(...windows: Parameters<typeof browser>): Promise<string[]> {
  const { happened, windows: all } = browser(...windows);
  const done = lead(all, '/ask/q');
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  return happened;
}

it('opens a window where there is none of svc', async () => {
  expect(await led()).toEqual(['opens /ask/q']);
  expect(await led({ url: 'https://svc.example/api/sessions/x/export' })).toEqual(['opens /ask/q']);
});

it('an open one comes to the front and goes there by itself', async () => {
  expect(await led({})).toEqual(['0 comes to the front', '0 goes to /ask/q']);
});

it('prefers the one that is looked at', async () => {
  const happened = await led({}, { visibilityState: 'visible' }, { focused: true, visibilityState: 'visible' });
  expect(happened).toEqual(['2 comes to the front', '2 goes to /ask/q']);
  expect((await led({}, { visibilityState: 'visible' }))[0]).toBe('1 comes to the front');
});

it('one that may not come to the front goes there still', async () => {
  expect(await led({ canFocus: false })).toContain('0 goes to /ask/q');
});

it('one that does not answer, as the login, is loaded', async () => {
  expect(await led({ url: 'https://svc.example/login', answers: false })).toContain('0 loads /ask/q');
});

it('one that cannot be loaded is left for a new one', async () => {
  expect(await led({ answers: false, canGo: false })).toContain('opens /ask/q');
});

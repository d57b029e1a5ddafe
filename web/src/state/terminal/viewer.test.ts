import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holderOf, viewerName } from './viewer';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

beforeEach(() => {
  browser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser with a storage of its own. */
function browser(): void {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  });
}

it('names browser and system to everybody else', () => {
  const name = viewerName(firefox, '7f3a9c01');
  browser();
  expect(holderOf(name)).toEqual({ is: 'browser', browser: 'Firefox', system: 'Linux' });
});

it('tells another tab of the same browser from another browser', () => {
  expect(holderOf(viewerName(firefox, '7f3a9c01'))).toEqual({ is: 'thisBrowser' });
});

it('is a name that the server takes', () => {
  expect(viewerName(firefox, '7f3a9c01')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(viewerName('', '7f3a9c01')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});

it('guesses nothing from a name that some other program chose', () => {
  expect(holderOf('3b241101-e2bb-4255-8caf-4136c566a962')).toEqual({ is: 'somebody' });
});

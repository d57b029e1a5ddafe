import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open, phone } from './browser.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, (home) => {
    writeConversation(home, { id: sessionId(0), title: 'Everywhere', folder: 'src/app', said: ['Look.', 'Done.'] });
    return { SVC_ENGINE1_BIN: writeStandIn(home) };
  });
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

const looks: [string, BrowserContextOptions][] = [
  ['dark', { colorScheme: 'dark' }],
  ['light', { colorScheme: 'light' }],
  ['high contrast', { contrast: 'more' }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: phone, hasTouch: true, isMobile: true }],
  ['light, at 320 px', { colorScheme: 'light', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }],
];

const session = `/s/engine_1:${sessionId(0)}`;
const screens = [
  '/',
  '/?archived=1',
  '/activity',
  `${session}/terminal`,
  `${session}/history`,
  '/settings/general',
  '/settings/projects',
  '/settings/engines',
  '/settings/review',
  '/settings/security',
  '/settings/system',
  '/settings/audit',
];

it.each(looks)(
  'every screen is without fault for a screen reader, and no wider than the window: %s',
  async (_, look) => {
    const watched = await open(browser, service.origin, { ...look, reducedMotion: 'reduce' });
    const { page } = watched;
    for (const screen of screens) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await watched.expectAccessible();
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, screen).toBeLessThanOrEqual(0);
    }
    watched.expectQuiet();
  },
);

it.each(looks)('what opens over the page as well: %s', async (_, look) => {
  const watched = await open(browser, service.origin, { ...look, reducedMotion: 'reduce' });
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('option').first().waitFor();
  for (const key of ['n', '?', 'Control+k']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').first().waitFor();
    await watched.expectAccessible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  }
  watched.expectQuiet();
});

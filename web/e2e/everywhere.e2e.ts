import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, phone, type Watched } from './browser.ts';
import { deep, inDepth } from './depth.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeConversation(home, { id: sessionId(0), title: 'Everywhere', folder: 'src/app', said: ['Look.', 'Done.'] });
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

type Look = 'dark' | 'light' | 'contrast';
const looks: Look[] = ['dark', 'light', 'contrast'];

const finger = { hasTouch: true, isMobile: true };
const windows: [string, Look[], BrowserContextOptions][] = [
  ['a desk', looks, {}],
  ['a phone', looks, { viewport: phone, ...finger }],
  ['a phone on its side', ['dark'], { viewport: { width: 844, height: 390 }, ...finger }],
  ['320 px', ['light'], { viewport: { width: 320, height: 640 }, ...finger }],
];

type Window = (typeof windows)[number];

/** A desk in the dark and a phone in the light: every screen and both of its forms, for what takes a minute. */
function inOneLook([name, , options]: Window, at: number): Window {
  return [name, at === 0 ? ['dark'] : ['light'], options];
}

async function wear(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: look === 'light' ? 'light' : 'dark',
    contrast: look === 'contrast' ? 'more' : 'no-preference',
    reducedMotion: 'reduce',
  });
  await page.locator(`html[data-theme=${look}]`).waitFor({ state: 'attached' });
}

/** As it stands, in each of the looks: a page that is loaded once shows all of them. */
async function expectAccessibleIn(all: Look[], watched: Watched): Promise<void> {
  for (const look of all) {
    await wear(watched.page, look);
    await watched.expectAccessible(look);
  }
}

const session = `/s/engine_1:${sessionId(0)}`;
const screens = [
  '/',
  '/?archived=1',
  '/?q=look',
  '/?q=look&in=user',
  `/?like=engine_1:${sessionId(0)}`,
  '/activity',
  '/usage',
  '/usage/12m',
  '/board',
  '/ask',
  session,
  `${session}/transcript?q=look#turn-0`,
  `${session}/terminal`,
  `${session}/changes`,
  `${session}/history`,
  '/settings/general',
  '/settings/notices',
  '/settings/projects',
  '/settings/engines',
  '/settings/hosts',
  '/settings/search',
  '/settings/usage',
  '/settings/review',
  '/settings/security',
  '/settings/system',
  '/settings/audit',
];

describe.each(deep ? windows : windows.slice(0, 2).map(inOneLook))('on %s', (_, all, options) => {
  it('every screen is without fault for a screen reader in each look, and no wider than the window', async () => {
    const watched = await open(stage.browser, stage.service.origin, { ...options, reducedMotion: 'reduce' });
    const { page } = watched;
    for (const screen of screens) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      await expectAccessibleIn(all, watched);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, screen).toBeLessThanOrEqual(0);
    }
    watched.expectQuiet();
  });

  inDepth('what opens over the page as well', async () => {
    const watched = await open(stage.browser, stage.service.origin, { ...options, reducedMotion: 'reduce' });
    const { page } = watched;
    await page.goto('/');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('j');
    for (const key of ['n', '?', 'Control+k', 'm']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').first().waitFor();
      await expectAccessibleIn(all, watched);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    }
    watched.expectQuiet();
  });
});

inDepth('what needs somebody stands out as much as a sign has to, at every moment of its pulse', async () => {
  const { page } = await open(stage.browser, stage.service.origin);
  await page.goto('/');
  await page.getByRole('option').first().waitFor();
  const faintest = await page.evaluate(() => {
    const sign = document.createElement('i');
    sign.className = 'status status-waiting';
    document.body.append(sign);
    const [pulse] = sign.getAnimations();
    const frames = (pulse?.effect as KeyframeEffect).getKeyframes();
    return Math.min(...frames.map(({ opacity }) => Number(opacity ?? 1)));
  });
  expect(faintest).toBeGreaterThanOrEqual(0.7);
});

inDepth(
  'nothing in the head of a session stands on something else, however long its title and its project are',
  async () => {
    const long = 'Migrate the tables of the general ledger from integers to bigints without a minute of standstill';
    writeConversation(stage.service.home, {
      id: sessionId(1),
      title: long,
      folder: 'src/app',
      said: ['Look.', 'Done.'],
    });
    const watched = await open(stage.browser, stage.service.origin);
    const { page } = watched;
    await page.goto('/settings/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByLabel('Name').fill('accounting and reporting for all regions');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('accounting and reporting for all regions').first().waitFor(); // leaving before would take it back
    await page.goto(`/s/engine_1:${sessionId(1)}/terminal`);
    await page.locator('.session-head').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Move to project…' }).click();
    await page.getByLabel('Find a project').fill('acc');
    await page.keyboard.press('Enter');
    await page.locator('.session-head .project').waitFor();
    for (const width of [1920, 1440, 1280, 1100, 900]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page
        .locator('.session-head > *')
        .evaluateAll((parts) =>
          parts
            .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
            .map((part) => part.className),
        );
      expect(over, `${String(width)} wide`).toEqual([]);
    }
  },
);

inDepth('the way back from a change stands in its column whole, in German as well', async () => {
  const { page } = await open(stage.browser, stage.service.origin);
  await page.goto(`/s/engine_1:${sessionId(0)}/history`);
  await page.getByText('Nothing changed yet').waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('New title').fill('Another title');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'Renamed' }).waitFor();
  const german = await open(stage.browser, stage.service.origin, { locale: 'de-DE' });
  await german.page.goto('/activity');
  await german.page.getByRole('button', { name: 'Rückgängig' }).first().waitFor();
  const cut = await german.page
    .locator('.c-undo')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(cut).toBe(0);
});

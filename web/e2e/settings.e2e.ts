import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, notice, openAt, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';
import { addressOf, sessionId, writeSessions, writeStandIn } from './stores.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({ SVC_UPLOAD_MAX_BYTES: '1000' }, (home) => {
    writeSessions(home, 3, (at) => ({ minutesOld: at * 60 * 24 * 40 + 1 }));
    const project = join(home, '.claude', 'projects', join(home, 'src/app').replace(/[^A-Za-z0-9]/g, '-'));
    appendFileSync(
      join(project, `${sessionId(0)}.jsonl`),
      '{"type": "user", broken\n{"type":"assistant","message":{}}\n',
    );
    mkdirSync(join(home, 'roots'));
    return { SVC_ENGINE1_BIN: writeStandIn(home), SVC_PROJECT_ROOTS: join(home, 'roots') };
  });
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

const at = (path: string, options = {}) => openAt(browser, service.origin, path, options);

const pages = ['general', 'notices', 'projects', 'engines', 'hosts', 'search', 'review', 'security', 'system', 'audit'];

it.each([
  ['English', { locale: 'en-GB' }],
  ['German', { locale: 'de-DE' }],
  ['German, on the narrowest phone', { locale: 'de-DE', viewport: { width: 320, height: 640 }, isMobile: true }],
])('every page stands with all of its words in %s', async (_, options) => {
  const { page } = await at('/', options);
  for (const name of pages) {
    await page.goto(`/settings/${name}`);
    await page.locator('.settings-body, .settings-wide').first().waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, name).toBeLessThanOrEqual(0);
    expect(await page.locator('body').innerText(), name).not.toMatch(/undefined|NaN|\[object|null/);
  }
});

inDepth('the three themes are chosen here, hold at once and for every browser', async () => {
  const { page } = await at('/settings/general');
  const theme = () => page.locator('html').getAttribute('data-theme');
  for (const [name, value] of [
    ['Light', 'light'],
    ['High contrast', 'contrast'],
    ['Dark', 'dark'],
  ] as const) {
    const kept = page.waitForResponse('**/api/prefs');
    await page.getByText(name, { exact: true }).click();
    await expect.poll(theme).toBe(value);
    await kept;
  }
  const other = await at('/settings/general', { colorScheme: 'light' });
  await expect.poll(() => other.page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByText('Same as system', { exact: true }).click();
});

inDepth(
  'idle programs are set in minutes, and the audit tells who did it and can be narrowed and exported',
  async () => {
    const { page } = await at('/settings/system');
    await page.getByLabel('End after (minutes)').fill('90');
    await page.getByLabel('End after (minutes)').press('Tab');
    await expect
      .poll(() =>
        page.evaluate(
          async () =>
            ((await (await fetch('/api/settings')).json()) as { reaper: { session_ttl: number } }).reaper.session_ttl,
        ),
      )
      .toBe(5400);
    await page.goto('/settings/audit');
    await page.getByLabel('Kind').selectOption({ label: 'Settings' });
    await page.getByRole('row', { name: /5400/ }).waitFor();
    await page.getByLabel('Who').selectOption({ label: 'command line' });
    await page.getByText('No entry matches.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as JSON lines' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.some((line) => line.includes('settings_changed'))).toBe(true);
  },
);

inDepth('tidies up after saying how many, and takes it back as one', async () => {
  const { page } = await at('/settings/system');
  await page.getByLabel('Older than (days)').fill('30');
  await page.getByRole('button', { name: 'Count' }).click();
  await page.getByText('2 sessions would be archived.').waitFor();
  await page.getByRole('button', { name: 'Archive them (2)' }).click();
  const archived = await notice(page, '2 sessions archived');
  await archived.getByRole('button', { name: /Undo/ }).click();
  await page.getByText('Undone', { exact: true }).waitFor();
  await page.goto('/');
  await expect.poll(() => page.locator('[role=option]').count()).toBe(3);
});

inDepth('says which program was found where, in which version, and how many records it could not read', async () => {
  const { page } = await at('/settings/engines');
  const card = page.getByRole('region', { name: 'Claude Code' });
  await card.getByText('2.1.330', { exact: true }).waitFor();
  await card.getByText('3 sessions').waitFor();
  await card.getByText(/could not be read/).click();
});

inDepth('a folder is made where that is allowed, and a session begins in it', async () => {
  const { page } = await at('/');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('Folder').fill(join(service.home, 'roots', 'fresh'));
  await page
    .getByText(/New folder in/)
    .first()
    .click();
  await page.getByLabel('Name of the new folder').fill('fresh');
  await page.getByRole('button', { name: 'Make folder' }).click();
  await expect
    .poll(() => page.getByLabel('Folder', { exact: true }).inputValue())
    .toBe(join(service.home, 'roots/fresh'));
});

inDepth(
  'a file that is too large for this server is refused before it is sent, a small one that is dropped is typed as its path',
  async () => {
    const { page } = await at(`${addressOf(0)}/terminal`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('You type here').waitFor();
    const drop = (name: string, size: number) =>
      page.locator('.terminal-pane').evaluate(
        (pane, [called, bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File(['x'.repeat(bytes)], called, { type: 'text/plain' }));
          pane.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        },
        [name, size] as const,
      );
    await drop('large.txt', 2000);
    await page
      .getByText(/large\.txt/)
      .first()
      .waitFor();
    await drop('small.txt', 20);
    await page.getByText('its path is typed').waitFor();
  },
);

inDepth('can be installed, and every file that the manifest names is there', async () => {
  const { page } = await at('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await fetch(service.origin + String(href))).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string }[];
  };
  expect([manifest.start_url, manifest.display]).toEqual(['/', 'standalone']);
  for (const { src } of manifest.icons) expect((await fetch(new URL(src, service.origin))).status).toBe(200);
});

inDepth('keeps a phone to itself: its settings are reached from the list and lead back', async () => {
  const { page } = await at('/', { viewport: phone, hasTouch: true, isMobile: true });
  await page.getByRole('link', { name: 'Settings' }).tap();
  await page.getByRole('heading', { name: 'General' }).first().waitFor();
  await page.getByRole('link', { name: 'Sessions' }).first().tap();
  await page.getByRole('option').first().waitFor();
});

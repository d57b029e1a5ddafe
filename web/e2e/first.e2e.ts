import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';
import { writeStandIn } from './stores.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, (home) => ({ PATH: `${join(home, 'bin')}:/usr/bin:/bin` }));
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

const title = 'None of the programs is installed here';

it.each<[string, BrowserContextOptions]>([
  ['a desk', {}],
  ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
  ['the narrowest phone', { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }],
  ['a light room', { colorScheme: 'light' }],
  ['high contrast', { contrast: 'more' }],
])('a host without any of the programs shows what to do, on %s', async (_, options) => {
  const watched = await open(browser, service.origin, options);
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('heading', { name: title }).waitFor();
  for (const name of [
    'Claude Code',
    'Codex',
    'opencode',
    'Gemini CLI',
    'Antigravity',
    'Kimi Code',
    'GitHub Copilot',
    'Kilo',
    'Pi',
    'Qwen Code',
    'Grok',
  ])
    await page.locator('.first-name').getByText(name, { exact: true }).waitFor();
  await watched.expectAccessible();
  const cut = await page.locator('.command .clip').evaluateAll((all) =>
    all.filter((one) => {
      const size = parseFloat(getComputedStyle(one).fontSize);
      return one.clientHeight < size * 1.25; // room for the letters that go below the line
    }),
  );
  expect(cut).toEqual([]);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  watched.expectQuiet();
});

inDepth('speaks German there as well', async () => {
  const { page } = await open(browser, service.origin, { locale: 'de-DE' });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Keines der Programme' }).waitFor();
});

inDepth('copies a command, and gives way to the list once a program is there', async () => {
  const watched = await open(browser, service.origin, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('heading', { name: title }).waitFor();
  await page.getByRole('button', { name: 'Copy the command' }).first().click();
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('npm i -g');
  mkdirSync(join(service.home, 'bin'), { recursive: true });
  cpSync(writeStandIn(service.home), join(service.home, 'bin', 'claude'));
  chmodSync(join(service.home, 'bin', 'claude'), 0o755);
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByRole('heading', { name: title }).waitFor({ state: 'detached' });
  watched.expectQuiet();
});

it.each<[string, BrowserContextOptions]>([
  ['a desk', {}],
  ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
])('who has no session yet begins the first one with two clicks, on %s', async (_, options) => {
  const newcomer = await Service.start({}, (home) => ({ SVC_ENGINE1_BIN: writeStandIn(home) }));
  try {
    const watched = await open(browser, newcomer.origin, options);
    const { page } = watched;
    await page.goto('/');
    await page.getByText('No sessions yet').waitFor();
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New session' });
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Folder' }).inputValue()).toBe(newcomer.home);
    await watched.expectAccessible();
    await dialog.getByRole('button', { name: 'Start session' }).click();
    await page.locator('.xterm').first().waitFor();
    await expect.poll(async () => running(newcomer.origin)).toEqual([newcomer.home]);
    watched.expectQuiet();
  } finally {
    await newcomer.end();
  }
});

/** The folders of what runs. */
async function running(origin: string): Promise<(string | null)[]> {
  const answer = await fetch(`${origin}/api/sessions?live=1`);
  const { sessions } = (await answer.json()) as { sessions: { cwd: string | null }[] };
  return sessions.map(({ cwd }) => cwd);
}

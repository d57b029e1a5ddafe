import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { closePages, desktop, launch, open, phone } from '../browser.ts';
import { page as dist } from '../places.ts';
import { Service } from '../service.ts';

/** Every screen of the demonstration, in two sizes and three themes, to be looked at; the documents show some. */
const root = join(import.meta.dirname, '..', '..', '..');
const all = join(root, 'target', 'pictures');
const documented = new Map([
  ['home-desktop-dark', 'home'],
  ['board-desktop-dark', 'board'],
  ['split-desktop-dark', 'split'],
  ['list-phone-dark', 'phone-list'],
]);

const sizes = {
  desktop: { viewport: desktop },
  phone: { viewport: phone, hasTouch: true, isMobile: true },
} satisfies Record<string, BrowserContextOptions>;

const themes = {
  dark: { colorScheme: 'dark' },
  light: { colorScheme: 'light' },
  contrast: { contrast: 'more' },
} satisfies Record<string, BrowserContextOptions>;

let service: Service;
let browser: Browser;
/** Those that run, by what their programs are doing. */
let running: { id: string; status: string }[];

beforeAll(async () => {
  mkdirSync(all, { recursive: true });
  browser = await launch();
  service = await Service.start({ SVC_WEB_DIST: dist }, undefined, ['--demo']);
  const { page } = await open(browser, service.origin);
  await page.goto('/');
  await page.locator('#home-needs').waitFor();
  running = await page.evaluate(
    async () =>
      ((await (await fetch('/api/sessions?live=1')).json()) as { sessions: { id: string; status: string }[] }).sessions,
  );
  await closePages(browser);
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

const one = (status: string) => running.find((row) => row.status === status)?.id ?? '';
const session = (status: string, tab: string) => `/s/${one(status)}/${tab}`;

interface Screen {
  name: string;
  at: () => string;
  ready: (page: Page) => Promise<unknown>;
  open?: (page: Page) => Promise<unknown>;
  /** What only a desk has. */
  only?: 'desktop';
}

const listed = (page: Page) => page.getByRole('option').first().waitFor();
const typing = (page: Page) => page.locator('.xterm-rows').first().waitFor();
/** What was said last comes one by one. */
const complete = (page: Page) =>
  page.waitForFunction(() => {
    const words = [...document.querySelectorAll('.has-words .last')];
    return words.length > 0 && words.every((one) => one.textContent !== '');
  });
const found = '/?q=skip+locked';
const said = (page: Page) => page.locator('.said-row').first().waitFor();
const headed = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const key = (combination: string) => async (page: Page) => {
  await page.keyboard.press(combination);
  await dialog(page);
};

const screens: Screen[] = [
  { name: 'list', at: () => '/', ready: listed },
  { name: 'home', at: () => '/', ready: complete, only: 'desktop' },
  { name: 'terminal', at: () => session('working', 'terminal'), ready: typing },
  { name: 'question', at: () => session('waiting', 'terminal'), ready: typing },
  {
    name: 'transcript',
    at: () => session('idle', 'transcript'),
    ready: (page) => page.locator('.turn').first().waitFor(),
  },
  { name: 'changes', at: () => session('idle', 'changes'), ready: headed },
  { name: 'history', at: () => session('idle', 'history'), ready: headed },
  {
    name: 'split',
    at: () => session('working', 'terminal'),
    ready: typing,
    open: async (page) => {
      await page.keyboard.press('Alt+s');
      await page.getByText('Empty pane').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.xterm-rows').nth(1).waitFor();
    },
    only: 'desktop',
  },
  { name: 'board', at: () => '/board', ready: (page) => page.locator('.tile').nth(2).waitFor() },
  { name: 'usage', at: () => '/usage', ready: (page) => page.locator('.plot-bar').first().waitFor() },
  { name: 'search', at: () => found, ready: said },
  {
    name: 'hit',
    at: () => found,
    ready: said,
    open: async (page) => {
      await page.locator('.said-list').focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      await page.locator('.turn.is-current mark.is-here').waitFor();
    },
    only: 'desktop',
  },
  { name: 'similar', at: () => `/?like=${one('idle')}`, ready: said },
  { name: 'activity', at: () => '/activity', ready: (page) => page.getByRole('row').nth(4).waitFor() },
  {
    name: 'time-travel',
    at: () => '/activity',
    ready: (page) => page.getByRole('row').nth(4).waitFor(),
    open: async (page) => {
      for (let step = 0; step < 30; step++) await page.getByRole('button', { name: 'One change back' }).click();
      await page.getByText('As it stood').first().waitFor();
    },
    only: 'desktop',
  },
  { name: 'palette', at: () => '/', ready: listed, open: key('Control+k') },
  { name: 'keys', at: () => '/', ready: listed, open: key('?') },
  { name: 'new', at: () => '/', ready: listed, open: key('n') },
  { name: 'snooze', at: () => session('idle', 'transcript'), ready: headed, open: key('z') },
  ...[
    'general',
    'notices',
    'projects',
    'engines',
    'hosts',
    'search',
    'vault',
    'review',
    'security',
    'system',
    'audit',
  ].map((name) => ({
    name: `settings-${name}`,
    at: () => `/settings/${name}`,
    ready: headed,
  })),
];

for (const [size, box] of Object.entries(sizes))
  describe.each(Object.entries(themes))(`${size}, %s`, (theme, look) => {
    it.each(screens.filter((screen) => size === (screen.only ?? size)))('$name', async (screen) => {
      const { page } = await open(browser, service.origin, { ...box, ...look });
      await page.goto(screen.at());
      await screen.ready(page);
      await screen.open?.(page);
      await page.waitForTimeout(600); // pictures only: until what fades in has done so
      const name = `${screen.name}-${size}-${theme}`;
      await page.screenshot({ path: join(all, `${name}.png`) });
      const shown = documented.get(name);
      if (shown) await page.screenshot({ path: join(root, 'docs', 'screenshots', `${shown}.png`) });
    });
  });

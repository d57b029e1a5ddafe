import AxeBuilder from '@axe-core/playwright';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { patience } from '../test/patience.ts';
import { listenTo, tellOfFailure } from './aftermath.ts';
import { chromium as executablePath } from './places.ts';
import { forgetStops, wasStopped } from './service.ts';

/** Quiet and offline: nothing but the server under test is spoken to. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** The back/forward cache of every browser at home is off in tests, except where they are about it. */
export function launch({ backForwardCache = false } = {}): Promise<Browser> {
  const ignoreDefaultArgs = backForwardCache ? ['--disable-back-forward-cache'] : [];
  return chromium.launch({ executablePath, args, ignoreDefaultArgs, timeout: patience });
}

/** What the browser logs by itself while a server is stopped; the page says it in its own words. */
const notes = /^Failed to load resource: net::ERR_|^WebSocket connection to .* failed/;
/** Its own look for a newer service worker, at a time of its choosing: only a test that stops the service may see it. */
const lookForWorker = /^An unknown error occurred when fetching the script/;
/** The same of an answer that is a refusal: only a test that provokes it may see it. */
const refused = /^Failed to load resource: the server responded with a status of (\d+)/;

const watching = new Map<Browser, Watched[]>();
/** Errors that no code of the page caught, on watched pages and all others. */
let uncaught: string[] = [];

/**
 * A page that a test leaves open goes on drawing and slows the next one down. No page may leave an error uncaught, and no
 * watched one may log an unexpected one.
 */
export async function closePages(browser: Browser): Promise<void> {
  const watched = watching.get(browser) ?? [];
  watching.delete(browser);
  await tellOfFailure(browser);
  await Promise.all(browser.contexts().map((context) => context.close()));
  const errors = uncaught;
  uncaught = [];
  forgetStops();
  expect(errors).toEqual([]);
  for (const one of watched) one.expectQuiet();
}

/** A profile of its own, in which everything is waited for patiently. */
export async function newContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', ...options });
  context.setDefaultTimeout(patience);
  context.on('page', listenTo);
  context.on('weberror', (error) => uncaught.push(error.error().stack || error.error().message));
  return context;
}

/** A page that fails its test where the console shows an error or a request leaves for another host. */
export async function open(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await newContext(browser, origin, { viewport: desktop, ...options });
  const page = await context.newPage();
  const watched = new Watched(page);
  watching.set(browser, [...(watching.get(browser) ?? []), watched]);
  page.on('console', (message) => {
    if (message.type() === 'error') watched.said(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).host !== new URL(origin).host)
      watched.errors.push(`asked ${request.url()}`);
  });
  return watched;
}

/** A page of its own that stands at an address. */
export async function openAt(
  browser: Browser,
  origin: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const watched = await open(browser, origin, options);
  await watched.page.goto(path);
  return watched;
}

/** Holds the answer to a page's request for an address, until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** A notification with this text. It disappears after a while, and stays as long as the pointer rests on it. */
export async function notice(page: Page, text: string): Promise<Locator> {
  const toast = page.getByRole('region', { name: 'Notices' }).locator('.toast', { hasText: text });
  await toast.hover();
  return toast;
}

/** Drags fingers down over an element, to scroll up. */
export async function swipeDown(page: Page, over: string, fingers = 1): Promise<void> {
  const box = await page.locator(over).boundingBox();
  const touches = await page.context().newCDPSession(page);
  const at = (y: number) =>
    Array.from({ length: fingers }, (_, id) => ({ x: (box?.x ?? 0) + 60 + id * 80, y: (box?.y ?? 0) + y, id }));
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(40) });
  for (let y = 60; y <= 340; y += 40)
    await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) });
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touches.detach();
}

export class Watched {
  readonly errors: string[] = [];
  readonly page: Page;
  readonly #provoked = new Set<number>();

  constructor(page: Page) {
    this.page = page;
  }

  /** From here on refusals with these status codes are what the test is about. */
  provokes(...codes: number[]): void {
    for (const code of codes) this.#provoked.add(code);
  }

  said(error: string): void {
    const code = Number(refused.exec(error)?.[1]);
    const expected = notes.test(error) || (lookForWorker.test(error) && wasStopped()) || this.#provoked.has(code);
    if (!expected) this.errors.push(error);
  }

  async expectAccessible(look = ''): Promise<void> {
    // Without the page of its own that it opens for the sake of foreign frames: there are none.
    const { violations } = await new AxeBuilder({ page: this.page })
      .setLegacyMode()
      // Off by default: people who speak to their computer say what they see.
      .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
      .analyze();
    expect(
      violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`),
      `${this.page.url()} ${look}`,
    ).toEqual([]);
  }

  expectQuiet(): void {
    expect(this.errors).toEqual([]);
  }
}

/** Two keys that make a pair where one follows the other soon: pressed again where the machine was too slow for that. */
export async function pair(
  page: Page,
  [first, second]: [string, string],
  there: () => Promise<boolean>,
): Promise<void> {
  await expect
    .poll(async () => {
      if (await there()) return true;
      await page.keyboard.press(first);
      await page.keyboard.press(second);
      return there();
    })
    .toBe(true);
}

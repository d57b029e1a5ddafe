import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromium as executablePath } from './places.ts';

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

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath, args });
}

/** What the browser notes by itself of answers that the page tells in its own words; a missing file is none of them. */
const notes =
  /^Failed to load resource: (the server responded with a status of (401|403|409|413|422|429|503)|net::ERR_)|^WebSocket connection to .* failed/;

const watching = new Map<Browser, Watched[]>();

/** What a test leaves open goes on drawing and slows the next one down. No page may have said an unexpected error. */
export async function closePages(browser: Browser): Promise<void> {
  const watched = watching.get(browser) ?? [];
  watching.delete(browser);
  await Promise.all(browser.contexts().map((context) => context.close()));
  for (const one of watched) one.expectQuiet();
}

/** A page that fails its test where the console shows an error or a request leaves for another host. */
export async function open(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: desktop, baseURL: origin, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const watched = new Watched(page);
  watching.set(browser, [...(watching.get(browser) ?? []), watched]);
  page.on('console', (message) => {
    if (message.type() === 'error' && !notes.test(message.text())) watched.errors.push(message.text());
  });
  page.on('pageerror', (error) => watched.errors.push(error.message));
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).host !== new URL(origin).host)
      watched.errors.push(`asked ${request.url()}`);
  });
  return watched;
}

export class Watched {
  readonly errors: string[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
  }

  expectQuiet(): void {
    expect(this.errors).toEqual([]);
  }
}

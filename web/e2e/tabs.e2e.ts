import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, newContext } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';

const token = 'a-token-for-the-tabs';
const session = `/s/engine_1:${sessionId(0)}/history`;

let service: Service;
let browser: Browser;

beforeAll(async () => {
  browser = await launch({ backForwardCache: true });
  service = await Service.start({ SVC_METRICS_TOKEN: token }, (home) => {
    writeConversation(home, { id: sessionId(0), title: 'In every tab', folder: 'src/app', said: ['Look.', 'Done.'] });
    return { SVC_ENGINE1_BIN: writeStandIn(home) };
  });
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

/** The server notices with its next heartbeat that a stream was left. */
async function streams(): Promise<number> {
  const answer = await fetch(`${service.origin}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  return Number(/^svc_event_streams (\d+)$/m.exec(await answer.text())?.[1]);
}

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events';

async function tab(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('option').first().waitFor();
  return page;
}

async function tabs(context: BrowserContext, count: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let at = 1; at < count; at++) pages.push(await tab(context));
  return [...pages, await tab(context, session)];
}

async function rename(page: Page, title: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('New title').fill(title);
  await page.keyboard.press('Enter');
}

async function shownBy(pages: Page[], title: string): Promise<void> {
  for (const page of pages) await page.getByRole('option', { name: new RegExp(title) }).waitFor();
}

it('ten tabs load, share one stream, and all show a new name', async () => {
  const pages = await tabs(await newContext(browser, service.origin), 10);
  await expect.poll(streams).toBe(1);
  const [last] = pages.slice(-1);
  if (last) await rename(last, 'Seen by ten');
  await shownBy(pages, 'Seen by ten');
  await expect.poll(streams).toBe(1);
});

/** As many as somebody opens by a script; each is a page of its own with all that belongs to it. */
const many = Number(process.env['SVC_TABS'] ?? 40);

inDepth(
  `${String(many)} tabs that a script opens at once load, share one stream, and the last one is served like the first`,
  async () => {
    const context = await newContext(browser, service.origin);
    const pages = await Promise.all(Array.from({ length: many - 1 }, () => context.newPage()));
    await Promise.all(pages.map((page) => page.goto('/', { waitUntil: 'commit' })));
    const last = await tab(context, session);
    await shownBy(pages, 'In every tab|Seen by ten');
    await expect.poll(streams).toBe(1);
    await rename(last, 'Seen by many');
    await shownBy(pages, 'Seen by many');
    await expect.poll(streams).toBe(1);
  },
);

inDepth('a new name reaches the others after the tab with the stream is closed', async () => {
  const [leader, ...others] = await tabs(await newContext(browser, service.origin), 4);
  const taken = Promise.race(
    others.map((page) => page.waitForEvent('response', (answer) => isStream(answer.request()))),
  );
  await leader?.close();
  await taken;
  const [last] = others.slice(-1);
  if (last) await rename(last, 'After the leader');
  await shownBy(others, 'After the leader');
});

/** The banner of the page; what could not be loaded says why in its own place. */
const away = (page: Page) => page.getByText('svc does not answer. Your terminals keep running');

it('all tabs say once that the service is away, and show what happens after it is back', async () => {
  const pages = await tabs(await newContext(browser, service.origin), 3);
  await service.down();
  for (const page of pages) await away(page).waitFor();
  await service.up();
  for (const page of pages) await away(page).waitFor({ state: 'detached' });
  for (const page of pages) expect(await page.locator('.toast').allTextContents()).toEqual([]);
  const [last] = pages.slice(-1);
  if (last) await rename(last, 'After the pause');
  await shownBy(pages, 'After the pause');
});

inDepth('ten navigations leave one stream, although the browser keeps the pages that were left', async () => {
  const page = await tab(await newContext(browser, service.origin));
  const pages = ['general', 'projects', 'engines', 'review', 'security', 'system', 'audit', 'general', 'projects'];
  for (const name of [...pages, 'engines']) {
    await page.goto(`/settings/${name}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  await expect.poll(streams).toBe(1);
});

inDepth('a page that comes back from the cache shows what happened meanwhile, and what happens next', async () => {
  const page = await tab(await newContext(browser, service.origin));
  const other = await tab(await newContext(browser, service.origin), session);
  const closed = page.waitForEvent('requestfailed', isStream);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await closed;
  await rename(other, 'While it was away');
  await shownBy([other], 'While it was away');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await shownBy([page], 'While it was away');
  await rename(other, 'Back again');
  await shownBy([page], 'Back again');
});

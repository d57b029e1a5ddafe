import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hold, launch, open, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([Service.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await service.end();
});

inDepth.each([
  ['a desk', {}],
  ['a phone', { viewport: phone }],
])('the page stands on %s, shows the version of the running server and says nothing wrong', async (_, options) => {
  const watched = await open(browser, service.origin, options);
  await watched.page.goto('/settings/system');
  const { version } = (await (await fetch(`${service.origin}/api/version`)).json()) as { version: string };
  await watched.page.getByText(version).first().waitFor();
  await watched.expectAccessible();
  watched.expectQuiet();
});

it('the saved theme stands before the first paint', async () => {
  const watched = await open(browser, service.origin, { colorScheme: 'light' });
  await watched.page.goto('/settings/system');
  const { version } = (await (await fetch(`${service.origin}/api/version`)).json()) as { version: string };
  await watched.page.getByText(version).first().waitFor(); // from here on nothing but a person changes what is saved
  expect(await watched.page.locator('html').getAttribute('data-theme')).toBe('light');
  await watched.page.evaluate(() => {
    localStorage.setItem('svc.theme', 'contrast');
  });
  // Without an answer of the server only what was saved can have set the theme.
  await watched.page.route('**/api/**', (route) => route.abort());
  await watched.page.reload({ waitUntil: 'commit' });
  await watched.page.locator('html[data-theme]').waitFor({ state: 'attached' });
  expect(await watched.page.locator('html').getAttribute('data-theme')).toBe('contrast');
});

inDepth('the first answers are asked for while the script is on its way, and each of them once', async () => {
  const { page } = await open(browser, service.origin);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  const arrive = await hold(page, '**/assets/first-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const zone = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const first = ['/api/config', `/api/sessions?offset=0&limit=100&zone=${zone}`];
  await expect.poll(() => asked.toSorted()).toEqual(first);
  arrive();
  await page.getByRole('searchbox').waitFor();
  await expect.poll(() => asked).toContain('/api/events');
  expect(asked.filter((address) => first.includes(address))).toHaveLength(2);
});

inDepth('a list that the address narrows is not asked for in vain', async () => {
  const { page } = await open(browser, service.origin);
  const asked: string[] = [];
  let home = false; // it lists what is not narrowed, and asks for that itself
  page.on('request', (request) => {
    home ||= request.url().includes('/assets/Home-');
    if (!home && request.url().includes('/api/sessions?offset=0')) asked.push(request.url());
  });
  await page.goto('/?archived=1');
  await page.getByRole('searchbox').waitFor();
  expect(asked).toEqual([]);
});

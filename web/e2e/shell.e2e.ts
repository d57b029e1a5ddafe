import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, open, phone } from './browser.ts';
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

it.each([
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

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { ModelEndpoint } from './model.ts';
import { keepNotifications, type Keeping } from './notifications.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation } from './stores.ts';

const canary = 'CANARYcanary0123456789CANARYcanary01';
let service: Service;
let browser: Browser;
let model: ModelEndpoint;

beforeAll(async () => {
  browser = await launch();
  model = await ModelEndpoint.start();
  service = await Service.start({ SVC_AI_REVIEW_LOOP: '0' }, (home) => {
    const told = (at: number, said: string[], title?: string) => {
      writeConversation(home, { id: sessionId(at), ...(title ? { title } : {}), folder: 'src', said, minutesOld: at });
    };
    told(1, ['Rename the ledger table.', `May I run the migration with API_TOKEN=${canary}?`], 'Migrate the ledger');
    told(2, ['Write the release notes.', 'They are written.']);
    told(3, ['Something private.', 'Noted.'], 'Private matters');
    return {};
  });
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
  model.stop();
});

const option = (page: Page, title: string) => page.getByRole('option', { name: new RegExp(title) });

async function settings(options = {}) {
  const watched = await open(browser, service.origin, options);
  await watched.page.goto('/settings/review');
  await watched.page.getByLabel('Address').waitFor();
  return watched;
}

it('an endpoint is entered, its models listed, tried and kept, and the key is never shown again', async () => {
  const { page, ...watched } = await settings();
  await page.getByLabel('Address').fill(model.baseUrl);
  await page.getByLabel('Key').fill('key-of-mine');
  await page.getByRole('button', { name: 'List models' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('fake-small');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Works,').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('A key is saved.').waitFor();
  await expect.poll(() => page.getByLabel('Key').inputValue()).toBe('');
  await page.getByRole('switch', { name: 'AI review' }).check();
  await page.getByText('SVC_AI_REVIEW_LOOP=0').waitFor();
  expect(model.received.at(-1)?.authorization).toBe('Bearer key-of-mine');
  expect(watched.errors).toEqual([]);
});

inDepth('what would leave this machine can be read, with its secrets masked', async () => {
  const { page } = await settings();
  await page.getByRole('button', { name: 'Show for “Migrate the ledger”' }).click();
  const sent = page.getByLabel('What leaves this machine');
  await sent.waitFor();
  await expect.poll(() => sent.textContent()).toContain('API_TOKEN=[masked]');
});

inDepth('a session is kept out, all others are reviewed, and those that wait are on the worklist', async () => {
  const { page, ...watched } = await open(browser, service.origin);
  await page.goto('/');
  await option(page, 'Private matters').hover();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Keep out of AI review' }).click();
  await page.getByText('Kept out of the AI review').waitFor();
  await page.goto('/settings/review');
  await page.getByRole('button', { name: 'Review all now' }).click();
  await page.getByText('2 of 2 reviewed').waitFor();
  await page.goto('/');
  await option(page, 'May it run the migration?').waitFor();
  await option(page, 'Release notes').waitFor(); // the suggested title, for nobody gave one
  await page.getByRole('button', { name: /Needs you/ }).click();
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  expect(model.received.every((request) => !request.body.includes(canary))).toBe(true);
  expect(model.received.every((request) => !request.body.includes('Something private'))).toBe(true);
  expect(watched.errors).toEqual([]);
});

inDepth('what was seen to leaves the worklist by hand, and comes back by key', async () => {
  const { page, ...watched } = await open(browser, service.origin);
  await page.goto('/?needs=1');
  await option(page, 'May it run the migration?').hover();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Does not need me' }).click();
  await page.getByText('No longer needs you').waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  await page.getByText('No session waits for you').waitFor();
  await page.keyboard.press('u');
  await option(page, 'May it run the migration?').waitFor();
  expect(watched.errors).toEqual([]);
});

/** A page in the background; its badge is kept for the test. */
function inTheBackground(): void {
  const badges: number[] = [];
  Object.assign(window, { badges });
  Object.defineProperty(document, 'hidden', { get: () => true });
  Object.assign(navigator, { setAppBadge: (count: number) => Promise.resolve(badges.push(count)) });
}

inDepth('a tab in the background says that a session waits: once, in its title and on its badge', async () => {
  const { page } = await open(browser, service.origin);
  await page.context().grantPermissions(['notifications'], { origin: service.origin });
  await page.addInitScript(inTheBackground);
  await page.addInitScript(keepNotifications);
  await page.goto('/');
  await expect.poll(() => page.title()).toBe('(1) svc');
  const settle = (verb: string) =>
    page.evaluate(
      async ([id, word]) => {
        const { csrf_token: token } = (await (await fetch('/api/config')).json()) as { csrf_token: string };
        await fetch(`/api/sessions/engine_1:${id}/${word}`, { method: 'POST', headers: { 'X-CSRF-Token': token } });
      },
      [sessionId(1), verb] as const,
    );
  const kept = () =>
    page.evaluate(() => {
      const { badges, notifications } = window as unknown as { badges: number[] } & Keeping;
      return { shown: [...(notifications?.values() ?? [])].map(({ title }) => title), badge: badges.at(-1) };
    });
  await expect.poll(kept).toEqual({ shown: [], badge: 1 });
  await settle('review-seen');
  await expect.poll(() => page.title()).toBe('svc');
  await settle('review-unseen');
  await expect.poll(() => page.title()).toBe('(1) svc');
  await expect.poll(kept).toEqual({ shown: ['Migrate the ledger needs you'], badge: 1 });
});

inDepth('the title that the review gave is in the history, and goes when it is undone', async () => {
  const { page } = await open(browser, service.origin);
  await page.goto(`/s/engine_1:${sessionId(2)}/history`);
  await page.getByText('AI review').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await option(page, 'Write the release notes').waitFor();
});

inDepth('an endpoint that fails says why in Settings, and the former review stays', async () => {
  model.status = 401;
  const { page } = await settings();
  await page.getByRole('button', { name: 'Review all now' }).click();
  await page.getByText('does not accept the key').first().waitFor();
  model.status = 200;
  await page.goto('/');
  await option(page, 'May it run the migration?').waitFor();
});

inDepth.each([
  ['a desk', {}],
  ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
  ['the narrowest phone', { viewport: { width: 320, height: 640 } }],
  ['high contrast', { contrast: 'more' }],
])('is accessible on %s', async (_, options) => {
  const watched = await settings(options);
  await watched.page.getByText('What leaves this machine').first().waitFor();
  await watched.expectAccessible();
  const wide = await watched.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
});

inDepth('speaks German', async () => {
  const { page } = await open(browser, service.origin, { locale: 'de-DE' });
  await page.goto('/settings/review');
  await page.getByRole('heading', { name: 'Was diesen Rechner verlässt' }).waitFor();
  await page.getByText('Der Endpunkt nimmt den Schlüssel nicht an').first().waitFor();
});

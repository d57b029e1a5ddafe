import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hold, notice, open, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const titles = [
  'Migrate the ledger',
  'Fix the retry queue',
  'Release checklist',
  'Rate limits <b>for</b> guests',
  'Spike: thumbnails',
];

const stage = setStage((home) => {
  titles.forEach((title, at) => {
    writeConversation(home, {
      id: sessionId(at),
      title,
      folder: `src/p${String(at % 2)}`,
      said: ['Please look.', 'Done.'],
      minutesOld: at * 5 + 1,
    });
  });
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

const option = (page: Page, title: string) => page.getByRole('option', { name: new RegExp(title.slice(0, 12)) });

async function shown(options = {}): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  await watched.page.goto('/');
  await option(watched.page, titles[0] ?? '').waitFor();
  return watched;
}

const isOfList = (request: Request) => /\/api\/sessions\?offset=0/.test(request.url());

async function titlesOf(page: Page): Promise<string[]> {
  return page.locator('[role=option] .title').allTextContents();
}

describe('the list', () => {
  inDepth.each([
    ['a desk', {}],
    ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
    ['the narrowest phone', { viewport: { width: 320, height: 640 } }],
    ['a light room', { colorScheme: 'light' }],
    ['high contrast', { contrast: 'more' }],
  ])('shows every session, newest first, on %s', async (_, options) => {
    const watched = await shown(options);
    await expect.poll(() => titlesOf(watched.page)).toEqual(titles);
    const sideways = await watched.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  it('narrows by words that live in the address, and says why nothing is left', async () => {
    const { page } = await shown();
    await page.keyboard.press('/');
    await page.keyboard.type('retry');
    await expect.poll(() => titlesOf(page)).toEqual(['Fix the retry queue']);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('retry');
    await expect.poll(() => page.locator('mark').first().textContent()).toBe('retry');
    await page.keyboard.type(' nowhere');
    await page.getByText('No session says').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => titlesOf(page)).toEqual(titles);
  });

  it('stars, archives and renames by keys, and takes each back', async () => {
    const { page } = await shown();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await expect.poll(() => titlesOf(page)).toEqual([titles[1], titles[0], titles[2], titles[3], titles[4]]);
    await page.keyboard.press('e');
    await expect.poll(() => titlesOf(page)).not.toContain(titles[1]);
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    await expect.poll(() => titlesOf(page)).toEqual(titles);
    await page.keyboard.press('r');
    await page.getByLabel('New title').fill('Renamed here');
    await page.keyboard.press('Enter');
    await expect.poll(() => titlesOf(page)).toContain('Renamed here');
    await page.keyboard.press('u');
    await expect.poll(() => titlesOf(page)).toEqual(titles);
  });

  inDepth('archives several at once and brings them back from the toast', async () => {
    const { page } = await shown();
    await option(page, titles[2] ?? '').click({ modifiers: ['Control'] });
    await option(page, titles[4] ?? '').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
    const archived = await notice(page, '3 sessions archived');
    await expect.poll(() => titlesOf(page)).toEqual(titles.slice(0, 2));
    await archived.getByRole('button', { name: /Undo/ }).click();
    await expect.poll(() => titlesOf(page)).toEqual(titles);
  });

  inDepth('shows what another tab changed', async () => {
    const [one, other] = [await shown(), await shown()];
    await one.page.mouse.move(1000, 500);
    await other.page.keyboard.press('j');
    await other.page.keyboard.press('s');
    await other.page.getByText('Added to favourites').waitFor();
    await one.page.getByText('Favourites', { exact: true }).waitFor();
    await other.page.keyboard.press('u');
    await expect.poll(() => one.page.getByText('Favourites', { exact: true }).count()).toBe(0);
  });

  it('shows a session that a program has just begun, without a reload', async () => {
    const { page } = await shown();
    writeConversation(stage.service.home, {
      id: sessionId(50),
      title: 'Begun outside',
      folder: 'src/p0',
      said: ['Hello.'],
      minutesOld: 0,
    });
    await option(page, 'Begun outside').waitFor();
  });

  inDepth('shows what was begun after the list was read and before its events were listened to', async () => {
    const { page } = await open(stage.browser, stage.service.origin);
    const listen = await hold(page, '/api/events');
    await page.goto('/');
    await option(page, 'Release checklist').waitFor();
    writeConversation(stage.service.home, {
      id: sessionId(51),
      title: 'Begun in between',
      folder: 'src/p0',
      said: ['Hello.'],
      minutesOld: 0,
    });
    await expect.poll(async () => (await page.request.get('/api/sessions?q=between')).text()).toContain('in between');
    listen();
    await option(page, 'Begun in between').waitFor();
  });

  inDepth('asks once for what it cannot have', async () => {
    const { page } = await open(stage.browser, stage.service.origin);
    const underWay = new Set<Request>();
    let answered = 0;
    page.on('request', (request) => {
      if (isOfList(request)) underWay.add(request);
    });
    page.on('requestfinished', (request) => {
      if (underWay.delete(request)) answered++;
    });
    await page.goto('/');
    // The list is asked for at first, and once more when its events are listened to: no answer to either may have it.
    await expect.poll(() => answered > 1 && underWay.size === 0).toBe(true);
    let asked = 0;
    await page.route('/api/sessions?offset=0*', (route) => {
      asked++;
      return route.abort();
    });
    writeConversation(stage.service.home, {
      id: sessionId(52),
      title: 'Begun in vain',
      folder: 'src/p0',
      said: ['Hello.'],
      minutesOld: 0,
    });
    await expect.poll(() => asked).toBeGreaterThan(0);
    const once = asked;
    await page.evaluate(async () => {
      for (let time = 0; time < 200; time++) await fetch('/healthz');
    });
    expect(asked - once).toBeLessThan(10);
  });
});

describe('the palette and the sheet', () => {
  it('finds a session and opens it', async () => {
    const watched = await shown();
    await watched.page.keyboard.press('Control+k');
    await watched.page.locator('[aria-controls="palette-list"]:focus').waitFor();
    await watched.page.keyboard.type('checklist');
    await watched.page
      .locator('#palette-list')
      .getByRole('option', { name: /Release checklist/ })
      .first()
      .waitFor();
    await watched.expectAccessible();
    await watched.page.keyboard.press('Enter');
    await watched.page.waitForURL(/\/s\/engine_1/);
    watched.expectQuiet();
  });

  inDepth('the sheet names the keys and goes away with Escape', async () => {
    const watched = await shown();
    await watched.page.keyboard.press('?');
    await watched.page.getByRole('dialog').waitFor();
    await watched.expectAccessible();
    await watched.page.keyboard.press('Escape');
    await expect.poll(() => watched.page.getByRole('dialog').count()).toBe(0);
  });
});

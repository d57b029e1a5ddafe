import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { notice, open, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, writeSessions, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 4);
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

async function box(page: Page, selector: string) {
  const found = await page.locator(selector).boundingBox();
  if (!found) throw new Error(`${selector} is not to be seen`);
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

async function printed(page: Page): Promise<string> {
  return ((await page.locator('.xterm-accessibility-tree').textContent()) ?? '').replaceAll('\u00a0', ' ');
}

/** A page in which the stand-in of a session runs and is ready for what is typed. */
async function running(number: number, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await open(stage.browser, stage.service.origin, options);
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await page.goto(`${addressOf(number)}/terminal`);
  const typing = page.getByText('You type here');
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.or(typing).first().waitFor();
  if (await resume.isVisible()) await resume.click();
  await expect.poll(() => printed(page)).toContain('stand-in ready');
  return page;
}

describe('a menu', () => {
  inDepth.each([
    ['an engine chip', '/', '.filters [aria-haspopup=menu]'],
    ['the three dots of a session', addressOf(0), '.session-head [aria-haspopup=menu]'],
  ])('opens at its button, inside the window: %s', async (_, path, button) => {
    const { page } = await open(stage.browser, stage.service.origin);
    await page.goto(path);
    await page.locator(button).first().click();
    await page.getByRole('menu').waitFor();
    const [at, menu] = [await box(page, `${button}[aria-expanded=true]`), await box(page, '.menu')];
    expect(menu.y - at.bottom).toBeGreaterThanOrEqual(0);
    expect(menu.y - at.bottom).toBeLessThanOrEqual(8);
    expect(Math.min(Math.abs(menu.x - at.x), Math.abs(menu.right - at.right))).toBeLessThanOrEqual(1);
    expect(menu.right).toBeLessThanOrEqual(1440);
  });
});

describe('a notice', () => {
  inDepth('stands above the lines that are typed at, never over them', async () => {
    const page = await running(0);
    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('button', { name: 'Click to type' }).waitFor();
    await page.keyboard.press('s');
    await notice(page, 'Added to favourites');
    const [toast, terminal] = [await box(page, '.toast'), await box(page, '.terminal-pane')];
    expect(toast.bottom).toBeLessThan(terminal.y + terminal.height / 2);
    expect(toast.right).toBeLessThanOrEqual(terminal.right);
  });

  inDepth('whose undo was done makes way for the word that it was', async () => {
    const { page } = await open(stage.browser, stage.service.origin);
    await page.goto('/');
    await page.getByRole('option', { name: /Session 1/ }).click();
    await page.getByRole('heading', { name: 'Session 1' }).waitFor();
    await page.keyboard.press('s');
    await notice(page, 'Added to favourites');
    await page.keyboard.press('u');
    await notice(page, 'Undone');
    expect(await page.locator('.toast > span').allTextContents()).toEqual(['Undone']);
  });
});

describe('the clipboard', () => {
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  inDepth('stays as it is while words are found, and takes what the pointer selects', async () => {
    const page = await running(0, clipboard);
    await page.evaluate(() => navigator.clipboard.writeText('mine'));
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('searchbox', { name: 'Find' }).fill('stand-in');
    await page
      .getByText(/^\d+ of \d+$/)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const screen = await box(page, '.xterm-screen');
    await page.mouse.dblclick(screen.x + 30, screen.y + 8);
    // Copying waits for a further click: had Find copied as well, it would have been first.
    await notice(page, 'Copied 1 line');
    expect(await page.locator('.toast').count()).toBe(1);
    await expect.poll(() => copied(page)).toMatch(/^\S+$/);
    expect(await copied(page)).not.toBe('mine');
  });

  it('gives several lines to a program that runs each as it comes only after a yes, by keyboard', async () => {
    const page = await running(1, clipboard);
    await page.getByText('You type here').waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('one\ntwo\n'));
    await page.keyboard.press('Control+v');
    await page.getByRole('dialog', { name: 'Paste 2 lines?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('You type here').waitFor();
    await page.keyboard.press('Control+v');
    await page.getByRole('button', { name: 'Paste 2 lines' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => printed(page)).toMatch(/you said one.*you said two/s);
    expect((await printed(page)).split('you said one')).toHaveLength(2);
  });
});

/** Waits until everything that a page asked for has come and is drawn; its streams of events never end. */
function followAnswers(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  page.on('request', (request) => {
    if (!['/api/events', '/api/board'].includes(new URL(request.url()).pathname)) asked.add(request);
  });
  const ended = (request: Request) => void asked.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const drawn = () =>
    page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  return async () => {
    await expect.poll(async () => (await drawn(), asked.size)).toBe(0);
    await drawn();
  };
}

interface Shift {
  value: number;
  of: string[];
}

/** Layout shifts on a page that no action caused. */
async function shifts(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

describe('nothing moves by itself', () => {
  const screens = [
    '/',
    '/activity',
    addressOf(2),
    `${addressOf(2)}/terminal`,
    `${addressOf(2)}/history`,
    ...['general', 'projects', 'engines', 'review', 'security', 'system', 'audit'].map((name) => `/settings/${name}`),
  ];

  async function watched(options: BrowserContextOptions): Promise<Page> {
    const { page } = await open(stage.browser, stage.service.origin, options);
    await page.addInitScript(() => {
      const seen: Shift[] = [];
      Object.assign(window, { shifts: seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          sources: { node: Node | null }[];
        })[])
          seen.push({
            value: entry.value,
            of: entry.sources.map(({ node }) =>
              node instanceof Element ? `${node.localName}.${node.className}` : 'text',
            ),
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    return page;
  }

  inDepth.each([
    ['a desktop', {}],
    ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
  ])('on a tour of the screens: %s', async (_, look) => {
    const page = await watched(look);
    const answered = followAnswers(page);
    const moved: [string, Shift[]][] = [];
    for (const screen of screens) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      await answered();
      moved.push([screen, await shifts(page)]);
    }
    expect(moved.filter(([, some]) => some.length > 0)).toEqual([]);
  });

  inDepth('when the service goes away and comes back', async () => {
    const page = await watched({});
    await page.goto(addressOf(2));
    await page.getByText('Please look.').waitFor();
    await stage.service.down();
    await page.getByText('svc does not answer').waitFor();
    await stage.service.up();
    await page.getByText('svc does not answer').waitFor({ state: 'detached' });
    expect(await shifts(page)).toEqual([]);
  });
});

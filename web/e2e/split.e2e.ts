import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeKeyPrinter, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 20, (at) => ({ title: `Session number ${String(at)}` }));
  return { SVC_ENGINE1_BIN: writeKeyPrinter(home) };
});

const sid = (number: number) => `engine_1:${sessionId(number)}`;
const row = (page: Page, number: number) => page.getByRole('option', { name: `Session number ${String(number)},` });
const pane = (page: Page, number: number) => page.locator(`[data-pane="${String(number)}"]`);
const youType = (page: Page, number: number) => page.getByText(`You type in pane ${String(number)}`);

/** What the program in a pane has printed, read from the mirror that its terminal keeps for screen readers. */
async function printed(where: Locator): Promise<string> {
  return ((await where.locator('.xterm-accessibility-tree').textContent()) ?? '').replaceAll('\u00a0', ' ');
}

async function start(page: Page, number: number): Promise<Page> {
  await page.goto(`/s/${sid(number)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('You type here').waitFor();
  await expect.poll(() => printed(page.locator('#session'))).toContain('keys, please');
  return page;
}

async function screenRead(options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  await watched.page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  return watched;
}

/** Two programs beside each other, and the keys go to the second. */
async function two(first: number, second: number, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await screenRead(options);
  await start(page, second);
  await start(page, first);
  await page.keyboard.press('Alt+s');
  await page.getByRole('heading', { name: 'Two panes' }).waitFor();
  await row(page, second).click();
  await youType(page, 2).waitFor();
  await expect.poll(() => printed(pane(page, 2))).toContain('keys, please');
  return page;
}

describe('two panes', () => {
  it('have a program each, and each gets the keys that are typed into its own', async () => {
    const page = await two(0, 1);
    await page.keyboard.press('x');
    await expect.poll(() => printed(pane(page, 2))).toContain('<78>');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await youType(page, 1).waitFor();
    await page.keyboard.press('y');
    await expect.poll(() => printed(pane(page, 1))).toContain('<79>');
    await pane(page, 2).locator('.xterm-screen').click();
    await youType(page, 2).waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => printed(pane(page, 2))).toMatch(/<78>\s*<7a>/);
    await page.keyboard.press('Alt+1');
    await youType(page, 1).waitFor();
    await page.keyboard.press('w');
    await expect.poll(() => printed(pane(page, 1))).toMatch(/keys, please\s*<79>\s*<77>\s*$/);
    expect(await printed(pane(page, 2))).toMatch(/keys, please\s*<78>\s*<7a>\s*$/);
  });

  inDepth(
    'are there again after a reload, and in a browser that was closed, with the keys where they were',
    async () => {
      const page = await two(2, 3);
      await page.keyboard.press('Alt+1');
      await youType(page, 1).waitFor();
      const address = page.url();
      await page.reload();
      await youType(page, 1).waitFor();
      await expect.poll(() => printed(pane(page, 2))).toContain('keys, please');
      const later = await page.context().newPage();
      await later.goto('/');
      await pane(later, 2).getByText('Session number 3').waitFor();
      expect(later.url()).toBe(address);
    },
  );

  inDepth('one that is closed leaves its program running, and Back brings it back', async () => {
    const page = await two(4, 5);
    await page.keyboard.press('q');
    await expect.poll(() => printed(pane(page, 2))).toContain('<71>');
    await pane(page, 2).getByRole('button', { name: 'Close the pane' }).click();
    await page.getByText('You type here').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/s/${sid(4)}/terminal`);
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await expect.poll(() => printed(pane(page, 2))).toContain('<71>');
    await pane(page, 2).locator('.xterm-screen').click();
    await youType(page, 2).waitFor();
    await page.keyboard.press('p');
    await expect.poll(() => printed(pane(page, 2))).toContain('<70>');
  });

  inDepth('show a session once: choosing it again goes to its pane', async () => {
    const page = await two(6, 7);
    await row(page, 6).click();
    await youType(page, 1).waitFor();
    expect(await page.locator('[data-pane]').count()).toBe(2);
    await page.keyboard.press('a');
    await expect.poll(() => printed(pane(page, 1))).toContain('<61>');
  });

  inDepth('let Enter in the list replace the session of the one with the focus, and v add another', async () => {
    const page = await two(8, 9);
    await page.keyboard.press('Control+Shift+L');
    await row(page, 9).click();
    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('listbox').press('ArrowDown');
    await page.keyboard.press('Enter');
    await pane(page, 2).getByRole('heading', { name: 'Session number 10' }).waitFor();
    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('listbox').press('ArrowDown');
    await page.keyboard.press('v');
    await page.getByRole('heading', { name: 'Three panes' }).waitFor();
    await page.getByRole('heading', { name: 'Session number 11' }).waitFor();
    await pane(page, 1).getByRole('heading', { name: 'Session number 8' }).waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('heading', { name: 'Session number 11', level: 1 }).waitFor();
  });

  inDepth('give a program its new size once, when the line between them is let go', async () => {
    const page = await two(10, 11);
    const sizes: string[] = [];
    const seen = await page.context().newCDPSession(page);
    await seen.send('Network.enable');
    seen.on('Network.webSocketFrameSent', ({ response }) => {
      if (response.payloadData.includes('"resize"')) sizes.push(response.payloadData);
    });
    const line = page.getByRole('separator', { name: 'Width of the panes' });
    const box = await line.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 3, (box?.y ?? 0) + 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let by = 10; by <= 120; by += 10) await page.mouse.move(x + by, y);
    expect(sizes).toEqual([]);
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).search).toMatch(/split=r\d{4}~/);
    await expect.poll(() => sizes.length).toBe(2); // one for each program
    await pane(page, 2).getByTitle('60 columns or more').waitFor();
  });
});

inDepth('a narrow window shows one pane and the titles of all', async () => {
  const page = await two(12, 13, { viewport: { width: 980, height: 700 } });
  expect(await page.locator('[data-pane]').count()).toBe(1);
  const titles = page.getByRole('group', { name: 'Panes', exact: true });
  await titles.getByRole('button', { name: 'Session number 12' }).click();
  await youType(page, 1).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await titles.waitFor({ state: 'detached' });
  expect(await page.locator('[data-pane]').count()).toBe(2);
});

inDepth.each([
  ['dark', 14],
  ['light', 17],
] as const)('four panes are without fault for a screen reader: %s', async (colorScheme, number) => {
  const watched = await screenRead({ colorScheme, reducedMotion: 'reduce' });
  const { page } = watched;
  await start(page, number);
  await page.goto(`/s/${sid(number)}?split=r~d~.~-~d~${sid(15)}/transcript~${sid(16)}/history`);
  await page.getByRole('heading', { name: 'Four panes' }).waitFor();
  await youType(page, 1).waitFor();
  await pane(page, 2).getByText('Please look.').waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await watched.expectAccessible();
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByRole('group', { name: 'Panes', exact: true }).waitFor();
  await watched.expectAccessible();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
});

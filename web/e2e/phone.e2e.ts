import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, writeKeyPrinter, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 2, (at) => ({ title: `Fix race in checkout retry queue ${String(at)}` }));
  return { SVC_ENGINE1_BIN: writeKeyPrinter(home) };
});

const finger = { hasTouch: true, isMobile: true };
const upright = { ...finger, viewport: phone };
const onItsSide = { ...finger, viewport: { width: 844, height: 390 } };

async function printed(page: Page): Promise<string> {
  return ((await page.locator('.xterm-accessibility-tree').textContent()) ?? '').replaceAll('\u00a0', ' ');
}

async function running(number: number, options: BrowserContextOptions): Promise<Page> {
  const { page } = await open(stage.browser, stage.service.origin, options);
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await page.goto(`${addressOf(number)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).tap();
  await expect.poll(() => printed(page)).toContain('keys, please');
  return page;
}

const width = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;

describe('a phone', () => {
  it('has the keys that its keyboard lacks, and Paste', async () => {
    const page = await running(0, { ...upright, permissions: ['clipboard-read', 'clipboard-write'] });
    const key = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
    const wanted = { Esc: '1b', Tab: '09', '⇧Tab': '1b5b5a', '/': '2f', Enter: '0d', '^C': '03', Up: '1b5b41' };
    for (const [name, bytes] of Object.entries(wanted)) {
      await key(name).tap();
      await expect.poll(() => printed(page), { message: name }).toContain(`<${bytes}>`);
    }
    await page.evaluate(() => navigator.clipboard.writeText('ab'));
    await key('Paste').tap();
    await expect.poll(() => printed(page)).toContain('<6162>');
  });

  inDepth('goes on with an arrow while it is held, and ends with it', async () => {
    const page = await running(1, upright);
    const left = page.getByRole('toolbar').getByRole('button', { name: 'Left' });
    const times = async () => (await printed(page)).split('1b5b44').length - 1;
    await left.dispatchEvent('pointerdown');
    await expect.poll(times).toBeGreaterThan(2);
    await left.dispatchEvent('pointerup');
    await left.dispatchEvent('click');
    await page.getByRole('toolbar').getByRole('button', { name: 'Enter', exact: true }).tap();
    await expect.poll(() => printed(page)).toMatch(/0d>\s*$/);
  });

  inDepth('shows the title before the views, and the rest as a sheet from below', async () => {
    const { page } = await open(stage.browser, stage.service.origin, upright);
    await page.goto(`${addressOf(0)}/transcript`);
    await page.getByText('Please look.').waitFor();
    expect(await width(page, '.session-name')).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'More' }).tap();
    const menu = await page.getByRole('menu').boundingBox();
    expect([menu?.x, menu?.width]).toEqual([0, phone.width]);
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBe(phone.height);
    await page.getByRole('menuitem', { name: 'History' }).tap();
    await page.getByText('Nothing changed yet').waitFor();
  });

  inDepth('on its side is a phone too: one pane, its title, and one row of keys below the terminal', async () => {
    const { page } = await open(stage.browser, stage.service.origin, onItsSide);
    await page.goto(`${addressOf(0)}/terminal`);
    await page.getByRole('toolbar').waitFor();
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    await page.getByRole('heading', { name: /Fix race/ }).waitFor();
    const tops = await page.locator('.key').evaluateAll((keys) => keys.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const [keys, more] = [await page.locator('.keybar').boundingBox(), page.getByRole('button', { name: 'More' })];
    expect((keys?.y ?? 0) + (keys?.height ?? 0)).toBeLessThanOrEqual(390);
    expect((await more.boundingBox())?.x).toBeLessThan(844 - 43);
    expect((await page.locator('.terminal-pane').boundingBox())?.height).toBeGreaterThan(250);
  });
});

describe('the installed app', () => {
  inDepth('has pictures of itself, and shortcuts that all lead somewhere', async () => {
    const { page } = await open(stage.browser, stage.service.origin);
    await page.goto('/');
    const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
      icons: { src: string; sizes: string; type: string; purpose: string }[];
      shortcuts: { name: string; url: string }[];
    };
    for (const { src, sizes, type } of manifest.icons) {
      const answer = await page.request.get(src);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type]);
      if (type === 'image/png')
        expect(
          `${String((await answer.body()).readUInt32BE(16))}x${String((await answer.body()).readUInt32BE(20))}`,
        ).toBe(sizes);
    }
    expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']));
    const [create, needs] = manifest.shortcuts;
    await page.goto(create?.url ?? '');
    await page.getByRole('dialog', { name: 'New session' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.goto(needs?.url ?? '');
    await page.getByText('No session waits for you.').waitFor();
  });
});

import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open } from './browser.ts';
import { inDepth } from './depth.ts';
import { arrives, editingKeys, programKeys } from './program-keys.ts';
import { addressOf, writeKeyPrinter, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 10);
  return { SVC_ENGINE1_BIN: writeKeyPrinter(home) };
});

/** What a browser on a Mac says of itself. */
const mac = {
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

async function printed(page: Page): Promise<string> {
  return ((await page.locator('.xterm-accessibility-tree').textContent()) ?? '').replaceAll('\u00a0', ' ');
}

/** A page in which the program that prints keys runs and has the focus. */
async function running(number: number, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await open(stage.browser, stage.service.origin, options);
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await page.goto(`${addressOf(number)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => printed(page)).toContain('keys, please');
  await page.getByText('You type here').waitFor();
  return page;
}

const terminal = (page: Page) => ({ press: (key: string) => page.keyboard.press(key), printed: () => printed(page) });

describe('a program in a terminal', () => {
  it('gets each key that it uses, Enter as Enter and Shift+Enter as a new line', async () => {
    const page = await running(0);
    await arrives(terminal(page), { ...programKeys, ...editingKeys });
    expect(await page.getByRole('combobox').count()).toBe(0);
    await page.getByRole('listbox').waitFor();
  });

  inDepth('gets Ctrl with each letter on a Mac, Ctrl+V too', async () => {
    const page = await running(1, mac);
    await arrives(terminal(page), { ...programKeys, 'Control+v': '16', 'Shift+Enter': '0a' });
    await page.keyboard.press('Meta+b');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.keyboard.press('Meta+k');
    await page.getByRole('combobox').waitFor();
  });

  inDepth('leaves the page Ctrl+Shift and Alt, and nothing of them arrives', async () => {
    const page = await running(2);
    await page.keyboard.press('Control+Shift+B');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+Shift+B');
    await page.getByRole('listbox').waitFor();
    for (const key of ['Control+Shift+P', 'Control+Shift+K']) {
      await page.keyboard.press(key);
      await page.getByRole('combobox').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox').waitFor({ state: 'detached' });
      await page.getByText('You type here').waitFor();
    }
    await page.keyboard.press('Alt+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('You type here').waitFor();
    await page.keyboard.press('Alt+l');
    await page.locator('.rows-list:focus').waitFor();
    await page.keyboard.press('Alt+l');
    await page.getByText('You type here').waitFor();
    await page.keyboard.press('Alt+Shift+L');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.keyboard.press('Alt+Shift+L');
    await page.keyboard.press('Alt+i');
    await page.getByRole('complementary', { name: 'Details' }).waitFor();
    await page.keyboard.press('Alt+i');
    await page.getByText('You type here').waitFor();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('searchbox', { name: 'Find' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('You type here').waitFor();
    await arrives(terminal(page), { x: '78' });
    expect(await printed(page)).toMatch(/keys, please\s*<78>/);
  });

  inDepth('is left by Ctrl+Shift+L for the list, where letters are the page’s again', async () => {
    const page = await running(3);
    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('button', { name: 'Click to type' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.getByRole('heading', { name: 'In the terminal' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Click to type' }).click();
    await page.getByText('You type here').waitFor();
    await arrives(terminal(page), { z: '7a' });
  });
});

describe('Ctrl+V', () => {
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

  it('pastes text', async () => {
    const page = await running(4, clipboard);
    await page.evaluate(() => navigator.clipboard.writeText('ab'));
    await arrives(terminal(page), { 'Control+v': '6162' });
  });

  inDepth('uploads an image and types its path', async () => {
    const page = await running(5, clipboard);
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 2;
      canvas.getContext('2d')?.fillRect(0, 0, 2, 2);
      const image = await new Promise<Blob>((done) => {
        canvas.toBlob((blob) => {
          if (blob) done(blob);
        });
      });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    });
    await page.keyboard.press('Control+v');
    // Typed text reaches the program in pieces of eight bytes; it reads one or more of them at a time.
    const typed = async () => {
      const pieces = [...(await printed(page)).matchAll(/<([0-9a-f]+)>/g)].map(([, bytes]) => bytes);
      return Buffer.from(pieces.join(''), 'hex').toString();
    };
    await expect.poll(typed).toMatch(/^\/.* $/);
    const path = (await typed()).trim();
    expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
  });

  inDepth('is typed into the program once a person has chosen that', async () => {
    const page = await running(6, clipboard);
    await page.goto('/settings/general');
    await page.getByRole('switch', { name: 'Ctrl+V pastes' }).click();
    await page.goto(addressOf(6));
    await page.getByText('You type here').waitFor();
    await arrives(terminal(page), { 'Control+v': '16' });
  });
});

inDepth(
  'a letter with Alt is typed into the program of a person who gave it back, and the sheet does not name it',
  async () => {
    const page = await running(9);
    await page.goto('/settings/general');
    await page.getByRole('button', { name: 'Alt+H', pressed: true }).click();
    await page.getByRole('button', { name: 'Alt+H', pressed: false }).waitFor();
    await page.goto(addressOf(9));
    await page.getByText('You type here').waitFor();
    await arrives(terminal(page), { 'Alt+h': '1b68' });
    await page.keyboard.press('Control+Shift+L');
    await page.keyboard.press('?');
    const inTerminal = page.getByRole('dialog', { name: 'Keys' }).locator('section', { hasText: 'In the terminal' });
    await inTerminal.getByText('Live board').waitFor();
    expect(await inTerminal.getByText('Home', { exact: true }).count()).toBe(0);
  },
);

describe('the focus', () => {
  inDepth('is in the terminal after a reload, a click on its row, and a click on its tab', async () => {
    const page = await running(7);
    await page.reload();
    await page.getByText('You type here').waitFor();
    await arrives(terminal(page), { r: '72' });
    await page.getByRole('option', { name: /Session 7/ }).click();
    await page.getByText('You type here').waitFor();
    await arrives(terminal(page), { e: '65' });
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await page.getByText('You type here').waitFor();
    await arrives(terminal(page), { s: '73' });
    expect(await page.getByText('Session archived').count()).toBe(0);
  });

  inDepth('stays where it is when a key goes on to the next session, so that the next key goes on too', async () => {
    const page = await running(8);
    const session = () => new URL(page.url()).pathname.split('/')[2];
    const here = session();
    const list = page.locator('.rows-list:focus');
    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('button', { name: 'Click to type' }).waitFor();
    await page.keyboard.press('[');
    await expect.poll(session).not.toBe(here);
    await list.waitFor();
    await page.keyboard.press(']');
    await expect.poll(session).toBe(here);
    await page.getByRole('button', { name: 'Click to type' }).waitFor();
    await list.waitFor();
  });
});

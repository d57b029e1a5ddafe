import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, writeKeyPrinter, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

/** Draws the whole screen itself, asks for the mouse as many programs do, then prints what it gets. */
function writePainter(home: string): string {
  const file = join(home, 'painter');
  const prelude = `[ "$1" = --version ] || printf '\\033[?1049h\\033[?1000h\\033[?1006h'`;
  writeFileSync(file, `#!/bin/sh\n${prelude}\nexec ${writeKeyPrinter(home)} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

const stage = setStage((home) => {
  writeSessions(home, 3);
  return { SVC_ENGINE1_BIN: writePainter(home) };
});

async function printed(page: Page): Promise<string> {
  return ((await page.locator('.xterm-accessibility-tree').textContent()) ?? '').replaceAll('\u00a0', ' ');
}

/** What the program got so far, as text. */
async function got(page: Page): Promise<string> {
  const pieces = [...(await printed(page)).matchAll(/<([0-9a-f]+)>/g)].map(([, bytes]) => bytes);
  return Buffer.from(pieces.join(''), 'hex').toString();
}

async function running(number: number, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await open(stage.browser, stage.service.origin, options);
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await page.goto(`${addressOf(number)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => printed(page)).toContain('keys, please');
  return page;
}

describe('a program that draws the whole screen', () => {
  it('gets each line that the wheel was turned by', async () => {
    const page = await running(0);
    await page.locator('.xterm-screen').hover();
    await page.mouse.wheel(0, -300);
    // eslint-disable-next-line no-control-regex -- what a terminal reports begins with it
    const reports = async () => [...(await got(page)).matchAll(/\u001b\[<64;\d+;\d+M/g)].length;
    await expect.poll(reports).toBeGreaterThan(10);
  });

  inDepth('leaves Shift+PageUp to the page, which opens what was said before', async () => {
    const page = await running(1);
    await page.getByText('You type here').waitFor();
    await page.keyboard.press('Shift+PageUp');
    await page.getByRole('tab', { name: 'Transcript', selected: true }).waitFor();
    await page.getByText('Please look.').waitFor();
  });
});

describe('Send on a phone', () => {
  inDepth('gives the text and then Enter, which no program takes for a part of the text', async () => {
    const page = await running(2, { viewport: phone, hasTouch: true, isMobile: true });
    const field = page.getByLabel('Type here, send with the arrow');
    await field.fill('look');
    await page.getByRole('button', { name: 'Send' }).tap();
    await expect.poll(() => printed(page)).toContain('<0d>');
    expect(await printed(page)).toMatch(/<6c6f6f6b>\s*<0d>/);
    expect(await field.inputValue()).toBe('');
  });
});

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { open, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

/** Answers each line; told to count, it says how much of five million bytes came, and shows none of them. */
function writeCounter(home: string): string {
  const file = join(home, 'counter');
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }`,
    `printf 'ready\\n> '`,
    'while IFS= read -r line; do',
    '  [ "$line" = count ] && {',
    '    stty raw -echo',
    `    printf 'counting\\r\\n'`,
    '    n=$(head -c 5000000 | wc -c)',
    '    stty cooked echo',
    `    printf 'counted %s\\n> ' "$n"`,
    '    continue',
    '  }',
    `  printf 'you said %s\\n> ' "$line"`,
    'done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

const stage = setStage((home) => {
  writeSessions(home, 6);
  return { SVC_ENGINE1_BIN: writeCounter(home) };
});

async function printed(page: Page): Promise<string> {
  return ((await page.locator('.xterm-accessibility-tree').textContent()) ?? '').replaceAll('\u00a0', ' ');
}

async function running(number: number, options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, options);
  const { page } = watched;
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await page.goto(`${addressOf(number)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => printed(page)).toContain('ready');
  await page.getByText('You type here').waitFor();
  return watched;
}

describe('a service that hangs', () => {
  it('is said where one types, and what was typed arrives when it goes on', async () => {
    const { page } = await running(0);
    stage.service.freeze();
    try {
      await page.keyboard.type('kept');
      await page.locator('.statusbar').getByText('No answer for 3 s; your keys are kept').waitFor();
    } finally {
      stage.service.thaw();
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => printed(page)).toContain('you said kept');
    await page.getByText('Connected').waitFor();
  });
});

describe('too much', () => {
  it('a paste of 5 MB arrives whole, and what is typed after it too', async () => {
    const { page } = await running(1);
    await page.keyboard.type('count');
    await page.keyboard.press('Enter');
    await expect.poll(() => printed(page)).toContain('counting');
    await page.evaluate(
      (line) => {
        const data = new DataTransfer();
        data.setData('text/plain', line.repeat(50_000));
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.querySelector('.xterm-helper-textarea')?.dispatchEvent(event);
      },
      `${'x'.repeat(99)}\n`,
    );
    await page.getByRole('button', { name: 'Paste 50,000 lines' }).click();
    await expect.poll(() => printed(page)).toContain('counted 5000000');
    await page.getByText('You type here').waitFor();
    await page.keyboard.type('the end');
    await page.keyboard.press('Enter');
    await expect.poll(() => printed(page)).toContain('you said the end');
  });

  inDepth(
    '500 files that are dropped at once are asked about, uploaded with one count, and can be stopped',
    async () => {
      const { page } = await running(2);
      const drop = () =>
        page.evaluate(() => {
          const data = new DataTransfer();
          for (let at = 0; at < 500; at++) data.items.add(new File(['x'], `f${String(at)}.txt`));
          document
            .querySelector('.terminal-pane')
            ?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        });
      await drop();
      await page.getByRole('dialog', { name: 'Upload 500 files?' }).getByRole('button', { name: 'Cancel' }).click();
      await drop();
      await page.getByRole('button', { name: 'Upload 500 files' }).click();
      await page.getByText(/of 500/).waitFor();
      expect(await page.locator('.overlay-note').count()).toBe(1);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText(/ uploaded, /).waitFor();
      expect(await page.locator('.toast').count()).toBe(1);
    },
  );
});

describe('a browser that is unlike others', () => {
  inDepth('may be as small as 200 × 150: nothing is wider than the window, and the session can be read', async () => {
    const watched = await open(stage.browser, stage.service.origin, { viewport: { width: 200, height: 150 } });
    const { page } = watched;
    for (const path of ['/', addressOf(3), '/activity', '/board', '/settings/general']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(sideways, path).toBeLessThanOrEqual(0);
    }
    await page.goto(addressOf(3));
    await page.getByText('Please look.').scrollIntoViewIfNeeded();
    expect(await page.getByText('Please look.').isVisible()).toBe(true);
  });

  inDepth.each([
    ['forbidden', 'getter'],
    ['full', 'setItem'],
  ])('may have storage that is %s', async (_, how) => {
    const watched = await open(stage.browser, stage.service.origin);
    const { page } = watched;
    await page.addInitScript((refuses) => {
      const refuse = () => {
        throw new DOMException('refused', refuses === 'getter' ? 'SecurityError' : 'QuotaExceededError');
      };
      if (refuses === 'setItem') Storage.prototype.setItem = refuse;
      else for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    }, how);
    await page.goto(addressOf(4));
    await page.getByText('Please look.').waitFor();
    await page.keyboard.press('Alt+s');
    await page.getByText('Empty pane').waitFor();
    await page.goto('/settings/general');
    await page.getByRole('switch', { name: 'Copy on select' }).click();
    await page.getByRole('switch', { name: 'Copy on select', checked: false }).waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Resume' }).or(page.locator('#home-new')).first().waitFor();
    watched.expectQuiet();
  });

  inDepth('may have a clock that jumps: the list follows it, and nothing is lost', async () => {
    const watched = await open(stage.browser, stage.service.origin);
    const { page } = watched;
    await page.clock.install();
    await page.goto('/');
    await page.getByText('Today', { exact: true }).first().waitFor();
    for (const days of [3, -400, 0]) {
      await page.clock.setSystemTime(Date.now() + days * 86_400_000);
      await page.clock.runFor(120_000);
      await page.getByRole('option', { name: /Session 5/ }).waitFor();
    }
    await page.getByText('Today', { exact: true }).first().waitFor();
    watched.expectQuiet();
  });
});

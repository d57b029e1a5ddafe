import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open, phone } from './browser.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation } from './stores.ts';

const sid = `engine_1:${sessionId(0)}`;
let service: Service;
let browser: Browser;

/** Prints more than a screen asks for at first, and less than the server keeps. */
function writeFlood(home: string): string {
  const file = join(home, 'flood');
  const filler = 'x'.repeat(200);
  writeFileSync(
    file,
    `#!/bin/sh\nseq -f 'line %.0f of the flood ${filler}' 1 18000\nprintf 'END\\n> '\nwhile IFS= read -r line; do :; done\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({ SVC_TRANSCRIPT_SCROLLBACK: '0' }, (home) => {
    writeConversation(home, { id: sessionId(0), title: 'Flooded', folder: 'src', said: ['Print.', 'Done.'] });
    return { SVC_ENGINE1_BIN: writeFlood(home) };
  });
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

const screen = (page: Page) => page.locator('.xterm-accessibility-tree');

async function opened(options = {}) {
  const watched = await open(browser, service.origin, options);
  await watched.page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await watched.page.goto(`/s/${sid}/terminal`);
  const { page } = watched;
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.or(page.locator('.xterm')).first().waitFor();
  if (await resume.isVisible()) await resume.click();
  await expect.poll(async () => (await screen(page).textContent()) ?? '', { timeout: 60_000 }).toContain('END');
  return watched;
}

/** Turns the wheel until something holds. */
async function upUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  await page.locator('.terminal-scroll').hover();
  await expect
    .poll(
      async () => {
        for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, -2000);
        return holds();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

it.each([
  ['a desk', {}],
  ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
])('shows the end of a long output first, and all of it when that is asked for, on %s', async (_, options) => {
  await opened(); // prints it
  const watched = await opened(options);
  const { page } = watched;
  const before = page.getByText('More was printed before');
  await upUntil(page, () => before.isVisible());
  expect(await screen(page).textContent()).not.toContain('line 1 of the flood');
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Show it' }).click();
  await before.waitFor({ state: 'detached' });
  await upUntil(page, async () => ((await screen(page).textContent()) ?? '').includes('line 1 of the flood'));
  expect(await before.count()).toBe(0);
  watched.expectQuiet();
});

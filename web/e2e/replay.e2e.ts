import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open } from './browser.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation } from './stores.ts';

const sid = `engine_1:${sessionId(0)}`;
let service: Service;
let browser: Browser;

/** Prints more than a screen asks for at first, and less than the server keeps. */
function writeFlood(home: string): string {
  const file = join(home, 'flood');
  const filler = 'x'.repeat(100);
  writeFileSync(
    file,
    `#!/bin/sh\nseq -f 'line %.0f of the flood ${filler}' 1 12000\nprintf 'END\\n> '\nwhile IFS= read -r line; do :; done\n`,
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

async function opened() {
  const watched = await open(browser, service.origin);
  await watched.page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await watched.page.goto(`/s/${sid}/terminal`);
  const { page } = watched;
  const resume = page.getByRole('button', { name: 'Resume' });
  await resume.or(page.locator('.xterm')).first().waitFor();
  if (await resume.isVisible()) await resume.click();
  await expect.poll(async () => (await screen(page).textContent()) ?? '').toContain('END');
  return watched;
}

/** Pulls the scroll bar up until something holds. */
async function upUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const pane = await page.locator('.terminal-scroll').boundingBox();
  await expect
    .poll(async () => {
      await page.locator('.terminal-scroll').hover();
      const slider = await page.locator('.xterm-scrollable-element .vertical .slider').boundingBox();
      if (!slider || !pane) return false;
      await page.mouse.move(slider.x + slider.width / 2, slider.y + slider.height / 2);
      await page.mouse.down();
      await page.mouse.move(slider.x + slider.width / 2, pane.y - 20);
      await page.mouse.up();
      return holds();
    })
    .toBe(true);
}

it('shows the end of a long output first, and all of it when that is asked for', async () => {
  const printed = await opened();
  await printed.page.context().close(); // it gives up the writer's role, so that the next screen has the size of its window
  const watched = await opened();
  const { page } = watched;
  const before = page.getByText('Earlier output is available');
  await upUntil(page, () => before.isVisible());
  expect(await screen(page).textContent()).not.toContain('line 1 of the flood');
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Show it' }).click();
  await before.waitFor({ state: 'detached' });
  await upUntil(page, async () => ((await screen(page).textContent()) ?? '').includes('line 1 of the flood'));
  expect(await before.count()).toBe(0);
  watched.expectQuiet();
});

import { writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closePages, launch, open, phone, swipeDown, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation } from './stores.ts';

const question = (at: number) => `Question ${String(at)} about the cart of the shop`;
const answer = (at: number) => `Answer ${String(at)}: **bold** and \`code\``;
const marked = [
  '# A heading',
  '',
  '- one',
  '- two',
  '',
  '| Name | Count |',
  '|---|---|',
  '| pears | 12 |',
  '',
  '```diff',
  '-old line',
  '+new line',
  '```',
  '',
  '<img src=x onerror=alert(1)> \u001b[31mred\u001b[0m \u001b]0;title\u0007end',
].join('\n');

let service: Service;
let browser: Browser;
const sid = (number: number) => `engine_1:${sessionId(number)}`;

/** Prints the last two turns again when it is resumed, as programs do, then more than fits on a screen. */
function writeReprinter(home: string): string {
  const file = join(home, 'reprinter');
  const again = [question(60), 'Answer 60: bold and code'].map((line) => `printf '%s\\n' '${line}'`);
  writeFileSync(
    file,
    ['#!/bin/sh', ...again, 'seq 1 100', `printf 'ready\\n> '`, 'while IFS= read -r line; do :; done', ''].join('\n'),
  );
  chmodSync(file, 0o755);
  return file;
}

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({ SVC_TRANSCRIPT_SCROLLBACK: '1' }, (home) => {
    const said = Array.from({ length: 61 }, (_, at) => [question(at), answer(at)]).flat();
    writeConversation(home, { id: sessionId(0), title: 'Long', folder: 'src/app', said });
    writeConversation(home, { id: sessionId(2), title: 'Two days', folder: 'src/app', said, minutesBetween: 60 });
    writeConversation(home, { id: sessionId(1), title: 'Marked', folder: 'src/app', said: ['Show me.', marked] });
    return { SVC_ENGINE1_BIN: writeReprinter(home) };
  });
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

async function reading(number: number, options = {}): Promise<Watched> {
  const watched = await open(browser, service.origin, options);
  await watched.page.goto(`/s/${sid(number)}/transcript`);
  await watched.page.locator('article.turn').first().waitFor();
  return watched;
}

async function resumed(options = {}): Promise<Watched> {
  const watched = await open(browser, service.origin, options);
  await watched.page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await watched.page.goto(`/s/${sid(0)}/terminal`);
  await watched.page.getByRole('button', { name: 'Resume' }).or(watched.page.locator('.xterm')).first().waitFor();
  const resume = watched.page.getByRole('button', { name: 'Resume' });
  if (await resume.isVisible()) await resume.click();
  await expect
    .poll(async () => (await watched.page.locator('.xterm-accessibility-tree').textContent()) ?? '')
    .toContain('ready');
  return watched;
}

/** Numbers of the questions that stand in the lines above the terminal, in their order. */
async function above(page: Page): Promise<number[]> {
  const lines = await page.locator('.earlier-line').allTextContents();
  return lines.flatMap((line) => [...line.matchAll(/Question (\d+) about/g)].map((found) => Number(found[1])));
}

async function scrollUp(page: Page): Promise<void> {
  await page.locator('.terminal-scroll').hover();
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, -1000);
}

describe('a transcript', () => {
  it('shows what was said, older pages on scroll, every turn once', async () => {
    const watched = await reading(0);
    const { page } = watched;
    await page.getByText('Turns 73 to 122 of 122').waitFor();
    await watched.expectAccessible();
    for (let loaded = 50; loaded < 122; loaded = Math.min(122, loaded + 50)) {
      await page.locator('.transcript').evaluate((pane) => {
        pane.scrollTop = 0;
      });
      await page.getByText(`Turns ${String(Math.max(1, 123 - loaded - 50))} to 122 of 122`).waitFor();
    }
    const shown = await page.locator('article.turn').evaluateAll((turns) => turns.map((turn) => turn.id));
    expect(shown).toEqual(Array.from({ length: 122 }, (_, at) => `turn-${String(at)}`));
    watched.expectQuiet();
  });

  inDepth('says where a day begins', async () => {
    const { page } = await reading(2);
    const days = page.locator('.turn-day');
    await expect.poll(() => days.count()).toBeGreaterThanOrEqual(2);
    const said = await days.allTextContents();
    expect(new Set(said).size).toBe(said.length);
  });

  inDepth('opened from a search, stands at a turn that holds the words', async () => {
    const watched = await open(browser, service.origin);
    const { page } = watched;
    await page.goto(`/s/${sid(0)}/transcript?q=Question+45`);
    const hit = page.locator('article.is-current');
    await hit.waitFor();
    expect(await hit.textContent()).toContain('Question 45');
    await expect
      .poll(() =>
        hit.evaluate((turn) => {
          const pane = turn.closest('.transcript')?.getBoundingClientRect();
          const box = turn.getBoundingClientRect();
          return pane !== undefined && box.top >= pane.top && box.bottom <= pane.bottom;
        }),
      )
      .toBe(true);
    watched.expectQuiet();
  });

  it('draws Markdown and diffs, and lets nothing in a text command the page', async () => {
    const watched = await reading(1);
    const { page } = watched;
    const turn = page.locator('#turn-1');
    await turn.getByRole('heading', { name: 'A heading' }).waitFor();
    await expect.poll(() => turn.locator('td').allTextContents()).toEqual(['pears', '12']);
    expect(await turn.locator('img').count()).toBe(0);
    expect(await turn.textContent()).toContain('<img src=x onerror=alert(1)> red end');
    watched.expectQuiet();
  });

  inDepth('brings its older pages by a button as well, on a phone', async () => {
    const watched = await reading(0, { viewport: phone, hasTouch: true, isMobile: true });
    const { page } = watched;
    await page.locator('article.turn').last().waitFor();
    const before = await page.locator('article.turn').count();
    // Without scrolling to it: that brings older turns by itself.
    await page.getByRole('button', { name: 'Show older turns' }).dispatchEvent('click');
    await expect.poll(() => page.locator('article.turn').count()).toBeGreaterThan(before);
    watched.expectQuiet();
  });

  inDepth('fits a phone', async () => {
    const watched = await reading(1, { viewport: phone, hasTouch: true });
    expect(await watched.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth('is exported from the menu of its session', async () => {
    const { page } = await reading(0);
    await page.locator('.session-head').getByRole('button', { name: 'More' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as HTML' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`long-engine-1-${sessionId(0)}.html`);
    const exported = await open(browser, service.origin);
    const file = join(service.home, 'exported.html');
    await download.saveAs(file);
    await exported.page.goto(`file://${file}`);
    await expect.poll(() => exported.page.locator('article').count()).toBe(122);
    exported.expectQuiet();
  });
});

describe('a terminal that is scrolled beyond its beginning', () => {
  it('runs on into the conversation, repeats nothing that the program printed again, and leaves nothing out', async () => {
    const watched = await resumed();
    const { page } = watched;
    await scrollUp(page);
    await page.getByRole('region', { name: 'Earlier in this conversation' }).waitFor();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -4000);
        return page.getByText('The conversation starts here').count();
      })
      .toBe(1);
    await expect.poll(() => above(page)).toEqual(Array.from({ length: 60 }, (_, at) => at));
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth('runs on under a finger as well, and by a button where it begins', async () => {
    const watched = await resumed({ viewport: phone, hasTouch: true, isMobile: true });
    const { page } = watched;
    const show = page.getByRole('button', { name: 'Show', exact: true });
    const region = page.getByRole('region', { name: 'Earlier in this conversation' });
    await expect
      .poll(async () => {
        await swipeDown(page, '.terminal-scroll');
        return (await show.isVisible()) || (await region.isVisible());
      })
      .toBe(true);
    // The button may give way to the turns between two lines of this test.
    await Promise.any([show.tap(), region.waitFor()]);
    await expect.poll(async () => (await above(page)).length).toBeGreaterThan(0);
    await watched.expectAccessible();
    watched.expectQuiet();
  });

  inDepth('comes back to the screen when something is typed', async () => {
    const { page } = await resumed();
    await scrollUp(page);
    await page.getByRole('region', { name: 'Earlier in this conversation' }).waitFor();
    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.press('x');
    await expect
      .poll(() =>
        page
          .locator('.terminal-scroll')
          .evaluate((pane) => Math.round(pane.scrollHeight - pane.clientHeight - pane.scrollTop)),
      )
      .toBe(0);
  });
});

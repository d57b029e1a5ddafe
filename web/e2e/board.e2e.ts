import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { open, openAt, pair, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, sessionId, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

/** Answers each line; on command asks something, until the next line. */
function writeTalker(home: string): string {
  const file = join(home, 'talker');
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }`,
    `printf 'ready\\n> '`,
    'while IFS= read -r line; do',
    '  [ "$line" = bye ] && exit 0',
    String.raw`  [ "$line" = ask ] && { printf 'Do you want to go on?\n 1. Yes\n 2. No\n\n Enter to select\n'; continue; }`,
    `  printf '\\033[2J\\033[Hyou said %s\\n> ' "$line"`,
    'done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

const stage = setStage((home) => {
  writeSessions(home, 3, (at) => ({ folder: at === 0 ? 'src/shop' : 'src/app' }));
  return { SVC_ENGINE1_BIN: writeTalker(home) };
});

const path = (page: Page) => decodeURIComponent(new URL(page.url()).pathname);
const tiles = (page: Page) => page.getByRole('list', { name: 'What runs' }).getByRole('listitem');
const tile = (page: Page, number: number) => tiles(page).filter({ hasText: `Session ${String(number)}` });
const status = (page: Page, number: number, word: string) =>
  tile(page, number).locator('.tile-status', { hasText: word });
const order = (page: Page) => tiles(page).locator('[data-item]').allTextContents();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** A terminal of the session, whose program is started where it does not run, with the keys in it. */
async function terminal(number: number): Promise<Page> {
  const { page } = await openAt(stage.browser, stage.service.origin, `${addressOf(number)}/terminal`);
  const resume = page.getByRole('button', { name: 'Resume' });
  const typing = page.getByText('You type here');
  await resume.or(typing).first().waitFor();
  if (await resume.isVisible()) await resume.click();
  await typing.waitFor();
  return page;
}

async function say(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

async function board(options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await openAt(stage.browser, stage.service.origin, '/board', options);
  await page.getByRole('heading', { name: 'Live board' }).waitFor();
  return page;
}

/** Has both programs say something of this test, so that no question of another one is left. */
async function two(): Promise<[Page, Page]> {
  const both: [Page, Page] = [await terminal(0), await terminal(1)];
  const page = await board();
  for (const [at, one] of both.entries()) {
    await say(one, 'hello');
    await tile(page, at).getByText('you said hello').waitFor();
    await status(page, at, 'Idle').waitFor();
  }
  await page.context().close();
  return both;
}

inDepth('a board of nothing says so and offers a new session', async () => {
  const { page } = await open(stage.browser, stage.service.origin);
  await page.goto('/');
  await page.getByRole('option', { name: /Session 0/ }).waitFor();
  await pair(page, ['g', 'b'], () => page.getByText('Nothing runs.').isVisible());
  expect(path(page)).toBe('/board');
  await page.getByRole('main').getByRole('button', { name: 'New' }).click();
  await page.getByRole('dialog', { name: 'New session' }).waitFor();
});

it('a tile shows which session it is and what its program prints, as it comes', async () => {
  const [first] = await two();
  const page = await board();
  await expect.poll(() => tiles(page).count()).toBe(2);
  await tile(page, 0).getByText('shop').waitFor();
  await tile(page, 0).locator('.tile-foot').getByText('claude-sonnet-4-5').waitFor();
  await tile(page, 1).getByText('you said hello').waitFor();
  await say(first, 'something else');
  await tile(page, 0).getByText('you said something else').waitFor();
});

it('a program that asks stands first with its question, and goes back when it is answered', async () => {
  const [, second] = await two();
  const page = await board();
  await expect.poll(() => tiles(page).count()).toBe(2);
  await say(second, 'ask');
  await status(page, 1, 'Needs you').waitFor();
  await tile(page, 1).locator('.tile-question').getByText('Do you want to go on?').waitFor();
  await expect.poll(() => order(page)).toEqual(['Session 1', 'Session 0']);
  await say(second, 'yes');
  await status(page, 1, 'Idle').waitFor();
  await expect.poll(() => page.locator('.tile-question').count()).toBe(0);
});

inDepth('w and Alt+N go to the session that needs somebody, and the keys go into its terminal', async () => {
  const [first, second] = await two();
  await say(second, 'ask');
  await first.getByRole('button', { name: 'Needs you 1' }).waitFor();
  await first.keyboard.press('Alt+n');
  await expect.poll(() => path(first)).toContain(addressOf(1));
  await first.goto(addressOf(2));
  await first.getByRole('button', { name: 'Needs you 1' }).waitFor();
  await first.keyboard.press('w');
  await expect.poll(() => path(first)).toContain(addressOf(1));
  await first.getByText(/ types here\./).waitFor();
  await say(second, 'yes');
  await first.getByRole('button', { name: 'Needs you 1' }).waitFor({ state: 'detached' });
});

inDepth('no tile moves under the pointer', async () => {
  const [first, second] = await two();
  const page = await board();
  await expect.poll(() => tiles(page).count()).toBe(2);
  const [, last = ''] = await order(page);
  await tiles(page).first().hover();
  await say(last === 'Session 0' ? first : second, 'ask');
  await tiles(page).nth(1).locator('.tile-status', { hasText: 'Needs you' }).waitFor();
  expect((await order(page))[1]).toBe(last);
  await page.getByRole('heading', { name: 'Live board' }).hover();
  await expect.poll(async () => (await order(page))[0]).toBe(last);
});

inDepth(
  'arrows move, Space shows a tile large and back, Enter opens, and nothing that is typed reaches a program',
  async () => {
    const [first] = await two();
    await first.keyboard.press('Alt+g');
    await expect.poll(() => path(first)).toBe('/board');
    await expect.poll(() => focused(first)).toMatch(/^Session/);
    const [left = '', right = ''] = await order(first);
    expect(await focused(first)).toBe(left);
    await first.keyboard.press('ArrowRight');
    await expect.poll(() => focused(first)).toBe(right);
    await first.keyboard.type('xyxy');
    for (const back of ['Space', 'Escape']) {
      await first.keyboard.press('Space');
      const large = first.getByRole('dialog', { name: right });
      await large.getByText('you said hello').waitFor();
      await first.keyboard.press(back);
      await large.waitFor({ state: 'detached' });
      await expect.poll(() => focused(first)).toBe(right);
    }
    await first.keyboard.press('ArrowLeft');
    await expect.poll(() => focused(first)).toBe(left);
    await first.keyboard.press('Enter');
    await expect.poll(() => path(first)).toContain(left === 'Session 0' ? addressOf(0) : addressOf(1));
    await first.keyboard.press('Alt+g');
    await expect.poll(() => tiles(first).count()).toBe(2);
    expect(await tiles(first).allTextContents()).toSatisfy((all: string[]) => !all.join('').includes('xyxy'));
  },
);

inDepth('v puts the session of a tile beside what was open before', async () => {
  const [first] = await two();
  await first.keyboard.press('Alt+g');
  await expect.poll(() => focused(first)).toMatch(/^Session/);
  while ((await focused(first)) !== 'Session 1') {
    await first.keyboard.press('End');
    if ((await focused(first)) !== 'Session 1') await first.keyboard.press('Home');
  }
  await first.keyboard.press('v');
  await first.getByRole('heading', { name: 'Two panes' }).waitFor();
  expect(decodeURIComponent(first.url())).toContain(sessionId(0));
  expect(decodeURIComponent(first.url())).toContain(sessionId(1));
});

inDepth('the board is left for what was open before it', async () => {
  const page = await terminal(1);
  await page.keyboard.press('Alt+g');
  await page.getByRole('button', { name: 'Leave the board' }).click();
  await expect.poll(() => path(page)).toBe(`${addressOf(1)}/terminal`);
});

inDepth('Home leads to it', async () => {
  await two();
  const { page } = await openAt(stage.browser, stage.service.origin, '/');
  await page.getByRole('main').getByRole('link', { name: 'Live board' }).click();
  await expect.poll(() => tiles(page).count()).toBe(2);
});

inDepth.each<[string, BrowserContextOptions, number]>([
  ['in the dark', { colorScheme: 'dark' }, 3],
  ['in the light', { colorScheme: 'light' }, 3],
  ['in high contrast', { contrast: 'more' }, 3],
  ['on a phone', { viewport: phone, hasTouch: true, isMobile: true }, 1],
])('tiles with a question are without fault for a screen reader: %s', async (_, look, columns) => {
  const [, second] = await two();
  await say(second, 'ask');
  const watched = await openAt(stage.browser, stage.service.origin, '/board', { ...look, reducedMotion: 'reduce' });
  await status(watched.page, 1, 'Needs you').waitFor();
  await watched.expectAccessible();
  expect(await columnsOf(watched.page.getByRole('list', { name: 'What runs' }))).toBe(columns);
  const heights = await tiles(watched.page).evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(new Set(heights).size).toBe(1);
});

function columnsOf(list: Locator): Promise<number> {
  return list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
}

inDepth('chips leave out tiles and say how many there are, and lines take the place of tiles', async () => {
  const [, second] = await two();
  const page = await board();
  await expect.poll(() => tiles(page).count()).toBe(2);
  await say(second, 'ask');
  await page.getByRole('main').getByRole('button', { name: 'Needs you 1' }).click();
  await expect.poll(() => order(page)).toEqual(['Session 1']);
  await page.getByRole('main').getByRole('button', { name: 'Idle 1' }).click();
  await expect.poll(() => order(page)).toEqual(['Session 0']);
  await say(second, 'yes');
  await page.getByRole('main').getByRole('button', { name: 'Idle 2' }).click();
  await expect.poll(() => tiles(page).count()).toBe(2);
  await page.getByText('Lines', { exact: true }).click();
  await page.getByRole('link', { name: /Session 1.*you said yes/ }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: /Session 1.*you said yes/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => path(page)).not.toBe('/board');
});

import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { open, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

const day = 24 * 60;
const recent = 300;
/** Three sessions of three older years: the last groups begin folded. */
const old = [500, 900, 1300];
const stage = setStage((home) => {
  writeSessions(home, recent, (at) => ({
    title: `Task ${String(at)}`,
    folder: `src/p${String(at % 3)}`,
    ...(at === 7 ? { said: ['The walrus is at the very end of what was asked for.', 'Done.'] } : {}),
  }));
  old.forEach((days, at) => {
    const told = { title: `Ancient ${String(at)}`, folder: 'src/old', said: ['Please look.', 'Done.'] };
    writeConversation(home, { ...told, id: sessionId(recent + at), minutesOld: days * day });
  });
  return {};
});

const option = (page: Page, title: string) => page.getByRole('option', { name: new RegExp(`^${title}\\b`) });
const active = (page: Page) => page.locator('[role=option].is-active .title');
const total = recent + old.length;

async function shown(address = '/'): Promise<Page> {
  const { page } = await open(stage.browser, stage.service.origin);
  await page.goto(address);
  await page.locator('[role=option][aria-setsize]').first().waitFor();
  return page;
}

async function setSize(page: Page): Promise<number> {
  return Number(await page.locator('[role=option][aria-setsize]').first().getAttribute('aria-setsize'));
}

inDepth('End goes to the last of some hundred rows, and Home back to the first', async () => {
  const page = await shown('/?q=Task');
  await expect.poll(() => setSize(page)).toBe(recent);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await expect.poll(() => active(page).textContent()).toBe(`Task ${String(recent - 1)}`);
  await expect.poll(() => page.locator('.row.is-active').getAttribute('aria-posinset')).toBe(String(recent));
  expect(await page.locator('[role=option]').count()).toBeLessThan(100);
  await page.keyboard.press('Home');
  await expect.poll(() => active(page).textContent()).toBe('Task 0');
  expect(await page.locator('.rows').evaluate((rows) => rows.scrollTop)).toBeLessThan(40);
});

inDepth('the palette goes to a time in the list, also where its group is folded', async () => {
  const page = await shown();
  await expect.poll(() => setSize(page)).toBe(total);
  const year = String(new Date(Date.now() - (old[1] ?? 0) * day * 60_000).getFullYear());
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(year);
  await page.getByRole('option', { name: `Go to ${year}` }).click();
  await expect.poll(() => active(page).textContent()).toBe('Ancient 1');
  await expect.poll(() => option(page, 'Ancient 1').isVisible()).toBe(true);
});

inDepth('a folder chosen in the menu narrows the list, and a second one widens it', async () => {
  const page = await shown();
  await expect.poll(() => setSize(page)).toBe(total);
  await page.getByRole('button', { name: 'Folder', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Folders' });
  await menu.getByRole('checkbox', { name: /src\/p1\b/ }).check();
  await expect.poll(() => setSize(page)).toBe(100);
  await option(page, 'Task 1').waitFor();
  expect(await option(page, 'Task 2').count()).toBe(0);
  await menu.getByRole('checkbox', { name: /src\/p2\b/ }).check();
  await expect.poll(() => setSize(page)).toBe(200);
  await option(page, 'Task 2').waitFor();
  expect(new URL(page.url()).searchParams.getAll('folder')).toEqual(
    ['p1', 'p2'].map((name) => join(stage.service.home, 'src', name)),
  );
});

inDepth('the chips stay where nothing matches, so that what was chosen can be changed', async () => {
  const { page } = await open(stage.browser, stage.service.origin);
  await page.goto('/?q=nobody-says-this');
  await page.getByText(/^No session says/).waitFor();
  for (const name of ['Engine', 'Project', 'Folder']) await page.getByRole('button', { name, exact: true }).waitFor();
});

inDepth('what the list is narrowed by stays in sight, however many filters stand before it', async () => {
  const { page } = await open(stage.browser, stage.service.origin, { viewport: phone });
  await page.goto(`/?folder=${encodeURIComponent(join(stage.service.home, 'src/p1'))}`);
  await option(page, 'Task 1').waitFor();
  const bar = page.getByRole('group', { name: 'Filters' });
  const chosen = bar.getByRole('button', { name: 'p1' });
  const right = async (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right);
  const inSight = async () => (await right(chosen)) <= Math.ceil(await right(bar));
  await expect.poll(inSight).toBe(true);
  await bar.evaluate((element) => {
    const late = document.createElement('button');
    late.textContent = 'A filter that comes a moment later';
    element.prepend(late);
  });
  await expect.poll(inSight).toBe(true);
});

it('a folder becomes a project in one click, and its count stays in the column of the others', async () => {
  const page = await shown();
  const folders = page.getByRole('dialog', { name: 'Folders' });
  const menu = page.getByRole('button', { name: 'Folder', exact: true });
  const make = folders.getByRole('button', { name: /src\/p0/ });
  await menu.click();
  await make.click();
  await page.getByText('Project p0 made').waitFor();
  await menu.click();
  await folders.getByRole('checkbox', { name: /src\/p0\b/ }).waitFor();
  await expect.poll(() => make.count()).toBe(0);
  const ends = await folders
    .locator('.folder-count')
    .evaluateAll((counts) => counts.map((count) => Math.round(count.getBoundingClientRect().right)));
  expect(new Set(ends).size).toBe(1);
});

inDepth('a group that was folded or unfolded stays so when the page is loaded again', async () => {
  const page = await shown();
  const groups = () => page.locator('.group[role=option]');
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await expect.poll(() => groups().count()).toBe(old.length);
  await groups().last().click();
  await option(page, 'Ancient 2').waitFor();
  await page.reload();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await expect.poll(() => active(page).textContent()).toBe('Ancient 2');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => groups().count()).toBe(old.length);
  await page.reload();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await expect.poll(() => groups().count()).toBe(old.length);
  expect(await option(page, 'Ancient 2').count()).toBe(0);
});

it('a row shows the words that were searched for where its title does not', async () => {
  const page = await shown('/?q=walrus');
  const row = option(page, 'Task 7');
  await expect.poll(() => row.locator('.snippet mark').allTextContents()).toEqual(['walrus']);
});

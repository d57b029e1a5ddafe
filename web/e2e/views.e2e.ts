import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePages, launch, notice, open, pair, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';

let service: Service;
let browser: Browser;

const titles = ['Mend the upload', 'Write the notes', 'Weigh the parcels'];

beforeAll(async () => {
  browser = await launch();
});

beforeEach(async () => {
  service = await Service.start({}, (home) => {
    titles.forEach((title, at) => {
      const said = ['Please look.', 'Done.'];
      writeConversation(home, { id: sessionId(at), title, folder: 'src/app', said, minutesOld: at * 5 + 1 });
    });
    return { SVC_ENGINE1_BIN: writeStandIn(home) };
  });
});

afterEach(async () => {
  await closePages(browser);
  await service.end();
});

afterAll(() => browser.close());

const titlesOf = (page: Page) => page.locator('[role=option] .title').allTextContents();
const shown = (page: Page) => page.locator('.view-button');
const item = (page: Page, name: string) => page.getByRole('menu', { name: 'Views' }).getByRole('menuitem', { name });

async function listed(options = {}): Promise<Watched> {
  const watched = await open(browser, service.origin, options);
  await watched.page.goto('/');
  await expect.poll(() => titlesOf(watched.page)).toEqual(titles);
  return watched;
}

/** Gives the words that are in the filter a name. */
async function saveWords(page: Page, words: string, name: string): Promise<void> {
  await page.locator('#filter').fill('');
  await expect.poll(() => titlesOf(page)).toEqual(titles);
  await page.locator('#filter').fill(words);
  await page.getByRole('button', { name: 'Save view…' }).click();
  await named(page).fill(name);
  await page.keyboard.press('Enter');
  await named(page).waitFor({ state: 'detached' });
}

const named = (page: Page): Locator => page.getByRole('dialog').getByLabel('Name');

it('a filter gets a name, other tabs show it, and keys, palette and menu open it', async () => {
  const watched = await listed();
  const other = await listed();
  const { page } = watched;
  await page.locator('#filter').fill('upload');
  await page.getByRole('button', { name: 'Save view…' }).click();
  await named(page).waitFor();
  await watched.expectAccessible();
  await named(page).fill('Uploads');
  await page.keyboard.press('Enter');
  await notice(page, '“Uploads” saved');
  await expect.poll(() => shown(page).innerText()).toContain('Uploads');

  await shown(other.page).click();
  await other.page.getByRole('menuitemcheckbox', { name: /Uploads/ }).waitFor();
  await other.expectAccessible();
  await other.page.keyboard.press('Escape');
  await other.page.locator('.rows-list').focus();
  await pair(other.page, ['g', '1'], async () => (await titlesOf(other.page)).join() === 'Mend the upload');
  await expect.poll(() => other.page.locator('#filter').inputValue()).toBe('upload');
  await other.page.goBack();
  await expect.poll(() => titlesOf(other.page)).toEqual(titles);

  await other.page.keyboard.press('Control+k');
  await other.page.getByRole('combobox').fill('Uploads');
  await other.page.getByRole('option', { name: /Uploads/ }).click();
  await expect.poll(() => titlesOf(other.page)).toEqual(['Mend the upload']);
  await shown(other.page).click();
  await other.page.getByRole('menuitemcheckbox', { name: 'All sessions' }).click();
  await expect.poll(() => titlesOf(other.page)).toEqual(titles);
});

inDepth('a changed view shows a dot, is reset or saved, and never saves itself', async () => {
  const watched = await listed();
  const { page } = watched;
  await saveWords(page, 'upload', 'Mine');
  await page.locator('#filter').fill('notes');
  await page.locator('.view-dot').waitFor();
  await page.getByRole('button', { name: 'Mine changed' }).waitFor();
  await watched.expectAccessible();
  await page.reload();
  await page.locator('.view-dot').waitFor();
  await page.getByRole('button', { name: 'Reset to “Mine”' }).click();
  await expect.poll(() => titlesOf(page)).toEqual(['Mend the upload']);
  await page.locator('.view-dot').waitFor({ state: 'detached' });

  await page.locator('#filter').fill('parcels');
  await page.getByRole('button', { name: 'Save to “Mine”' }).click();
  const done = await notice(page, '“Mine” saved');
  await page.locator('.view-dot').waitFor({ state: 'detached' });
  await done.getByRole('button', { name: /Undo/ }).click();
  await page.locator('.view-dot').waitFor();
});

inDepth('a view is renamed and deleted from its menu, and undone it is back with its key', async () => {
  const watched = await listed();
  const { page } = watched;
  await saveWords(page, 'parcels', 'One');
  await saveWords(page, 'notes', 'Two');
  await shown(page).click();
  await item(page, 'Rename “Two”…').click();
  await named(page).fill('one');
  watched.provokes(409);
  await page.keyboard.press('Enter');
  await page.getByText('choose another name').waitFor();
  await named(page).fill('Notes');
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page).innerText()).toContain('Notes');

  await page.locator('.rows-list').focus();
  await pair(page, ['g', '1'], async () => (await titlesOf(page)).join() === 'Weigh the parcels');
  await shown(page).click();
  await item(page, 'Delete “One”').click();
  const gone = await notice(page, '“One” deleted');
  await expect.poll(() => shown(page).innerText()).toContain('Filtered');
  await gone.getByRole('button', { name: /Undo/ }).click();
  await expect.poll(() => shown(page).innerText()).toContain('One');
  await page.locator('.rows-list').focus();
  await pair(page, ['g', '2'], async () => (await titlesOf(page)).join() === 'Write the notes');
});

inDepth('a view is opened on a phone', async () => {
  const desk = await listed();
  await saveWords(desk.page, 'parcels', 'Parcels of the whole week, and of the one before');
  const watched = await listed({ viewport: phone, hasTouch: true, isMobile: true });
  const { page } = watched;
  await shown(page).tap();
  await page.getByRole('menuitemcheckbox', { name: /Parcels of/ }).tap();
  await expect.poll(() => titlesOf(page)).toEqual(['Weigh the parcels']);
  await watched.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { notice, open, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const titles = ['Mend the upload', 'Write the notes', 'Weigh the parcels'];

const stage = setStage((home) => {
  titles.forEach((title, at) => {
    const said = ['Please look.', 'Done.'];
    writeConversation(home, { id: sessionId(at), title, folder: 'src/app', said, minutesOld: at * 5 + 1 });
  });
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

async function shown(): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin);
  await watched.page.goto('/');
  await expect.poll(() => titlesOf(watched.page)).toEqual(titles);
  return watched;
}

const titlesOf = (page: Page) => page.locator('[role=option] .title').allTextContents();
const chip = (page: Page) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Snoozed' });

it('a session is snoozed by a key, stands under Snoozed, is found by words, and is woken by the same key', async () => {
  const watched = await shown();
  const { page } = watched;
  await page.keyboard.press('j');
  await page.keyboard.press('z');
  await page.getByRole('dialog').getByRole('button', { name: '1 hour' }).waitFor();
  await watched.expectAccessible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await notice(page, 'Snoozed until it needs you');
  await expect.poll(() => titlesOf(page)).toEqual(titles.slice(1));

  await page.locator('#filter').fill('upload');
  await expect.poll(() => titlesOf(page)).toEqual(titles.slice(0, 1));
  await page.locator('#filter').fill('');
  await expect.poll(() => titlesOf(page)).toEqual(titles.slice(1));

  await chip(page).click();
  await expect.poll(() => titlesOf(page)).toEqual(titles.slice(0, 1));
  await page.getByRole('option', { name: /Snoozed until it needs you/ }).waitFor();
  await watched.expectAccessible();
  await page.locator('.rows-list').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('z');
  await page.getByRole('dialog').getByRole('button', { name: 'Wake' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is snoozed.').waitFor();
  await chip(page).click();
  await expect.poll(() => titlesOf(page)).toEqual(titles);
  watched.expectQuiet();
});

inDepth('several are snoozed at once, other tabs hear of it, and one undo brings them back', async () => {
  const [{ page }, other] = [await shown(), await shown()];
  await page.getByRole('option', { name: /Write the notes/ }).click({ modifiers: ['Control'] });
  await page.getByRole('option', { name: /Weigh the parcels/ }).click({ modifiers: ['Shift'] });
  await page.getByRole('toolbar').getByRole('button', { name: 'Snooze…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).click();
  const done = await notice(page, '2 sessions snoozed until');
  await expect.poll(() => titlesOf(other.page)).toEqual(titles.slice(0, 1));
  await done.getByRole('button', { name: /Undo/ }).click();
  await expect.poll(() => titlesOf(page)).toEqual(titles);
  await expect.poll(() => titlesOf(other.page)).toEqual(titles);
});

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openAt, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, sessionId, writeSessions, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 4);
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

async function at(path: string): Promise<Watched> {
  const watched = await openAt(stage.browser, stage.service.origin, path);
  await watched.page.getByRole('option', { name: /Session 0/ }).waitFor();
  return watched;
}

const opened = (page: Page) => expect.poll(() => decodeURIComponent(new URL(page.url()).pathname));

it('every single letter of the sheet does what the sheet says', async () => {
  const watched = await at(addressOf(1));
  const { page } = watched;
  await page.keyboard.press(']');
  await opened(page).toContain(sessionId(2));
  await page.keyboard.press('[');
  await opened(page).toContain(sessionId(1));
  await page.keyboard.press('s');
  await page.getByText('Added to favourites').waitFor();
  await page.keyboard.press('u');
  await page.getByText('Undone', { exact: true }).waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('New title').fill('By key');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'By key' }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('heading', { name: 'Session 1' }).waitFor();
  await page.keyboard.press('e');
  await page.getByText('Session archived').waitFor();
  await page.keyboard.press('u');
  await page.getByRole('option', { name: /Session 1/ }).waitFor();
  await page.keyboard.press('i');
  await page.getByRole('complementary', { name: 'Details' }).waitFor();
  await page.keyboard.press('i');
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Move to project' }).getByText('No projects yet').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New session' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  watched.expectQuiet();
});

inDepth('what is typed right after the slash is a word already', async () => {
  const { page } = await at('/');
  await page.keyboard.press('/');
  await page.keyboard.type('see');
  expect(await page.getByRole('searchbox').inputValue()).toBe('see');
  expect(await page.getByText('Added to favourites').count()).toBe(0);
});

inDepth('moves by letters and arrows, chooses with Space and opens with Enter only', async () => {
  const watched = await at('/');
  const { page } = watched;
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/');
  await page.keyboard.press('Enter');
  await opened(page).toContain('/s/engine_1');
  watched.expectQuiet();
});

inDepth('folds the list away, opens the palette and switches to a live session by key', async () => {
  const watched = await at(addressOf(0));
  const { page } = watched;
  await page.goto(`${addressOf(0)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('You type here').waitFor();
  await page.goto(addressOf(3));
  await page.getByRole('button', { name: 'Live 1' }).waitFor();
  await page.keyboard.press('Control+b');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+b');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Live 1' }).waitFor();
  await page.keyboard.press('Alt+1');
  await opened(page).toContain(sessionId(0));
  await page.goto(addressOf(3));
  await page.getByRole('button', { name: 'Live 1' }).waitFor();
  await page.keyboard.press('Control+1');
  await opened(page).toContain(sessionId(0));
  watched.expectQuiet();
});

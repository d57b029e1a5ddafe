import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hold, openAt, pair, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, writeSessions, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 4, (at) => ({ folder: at === 3 ? 'src/app' : 'src/shop' }));
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

async function home(path = '/'): Promise<Watched> {
  const watched = await openAt(stage.browser, stage.service.origin, path);
  await watched.page.getByRole('option', { name: /Session 0/ }).waitFor();
  return watched;
}

const path = (page: Page) => decodeURIComponent(new URL(page.url()).pathname);
const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });

it('an empty pane shows what can be continued and begun, and opening starts nothing', async () => {
  const watched = await home();
  const { page } = watched;
  await section(page, 'Needs you').getByText('Nothing needs you.').waitFor();
  await section(page, 'Continue')
    .getByRole('link', { name: /Session 1/ })
    .click();
  await page.getByRole('tab', { name: 'Transcript', selected: true }).waitFor();
  expect(path(page)).toBe(addressOf(1));
  await watched.expectAccessible();
});

inDepth(
  'what can be continued shows what was said last, beside its title or below it, and nothing moves for it',
  async () => {
    const { page } = await openAt(stage.browser, stage.service.origin, '/settings/general');
    const release = await hold(page, '**/api/sessions/*/history?*');
    await page.goto('/');
    const row = section(page, 'Continue').getByRole('link', { name: /Session 0/ });
    await row.waitFor();
    const places = async () => {
      const found = [];
      for (const width of [900, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        found.push(await row.boundingBox());
      }
      return found;
    };
    const before = await places();
    expect(await row.textContent()).not.toContain('Done.');
    release();
    await row.getByText('Done.').waitFor();
    expect(await places()).toEqual(before);
  },
);

inDepth('arrows walk through all sections as one list, and Enter opens', async () => {
  const { page } = await home();
  const links = section(page, 'Continue').getByRole('link');
  await links.first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toContain('Session 1');
  await page.keyboard.press('End');
  expect(await focused(page)).toContain('Other');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  expect(await focused(page)).toContain('Session 0');
  await page.keyboard.press('Enter');
  await expect.poll(() => path(page)).toBe(addressOf(0));
});

inDepth('g h and Alt+H lead home from anywhere and leave the focus there', async () => {
  const { page } = await home(addressOf(2));
  const atHome = async () => (await focused(page)).includes('Session 0');
  for (const go of [() => pair(page, ['g', 'h'], atHome), () => page.keyboard.press('Alt+H')]) {
    await go();
    await expect.poll(() => focused(page)).toContain('Session 0');
    expect(path(page)).toBe('/');
    await page.keyboard.press('Enter');
    await expect.poll(() => path(page)).toBe(addressOf(0));
  }
  await pair(page, ['g', 's'], () => Promise.resolve(path(page) === '/settings/general'));
});

inDepth('a card of the section New fills in the dialog of a new session', async () => {
  const { page } = await home();
  await section(page, 'New').getByRole('button', { name: /^app/ }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await expect.poll(() => dialog.getByLabel('Folder').inputValue()).toContain('src/app');
});

it('a session that was started is among the live ones and no longer to be continued', async () => {
  const { page } = await home(addressOf(3));
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await page.getByText('You type here').waitFor();
  await page.keyboard.press('Alt+H');
  await section(page, 'Live')
    .getByRole('link', { name: /Session 3.*stand-in ready in/ })
    .waitFor();
  await expect
    .poll(() =>
      section(page, 'Continue')
        .getByRole('link', { name: /Session 3/ })
        .count(),
    )
    .toBe(0);
});

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('main :focus')?.textContent ?? '');
}

inDepth('the last line names the keys, and the list has a way to the board', async () => {
  const watched = await home();
  const { page } = watched;
  await page.getByRole('main').getByText('All keys').waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Live board' }).click();
  await page.getByRole('heading', { name: 'Live board' }).waitFor();
});

inDepth('an address without a page says so and shows Home', async () => {
  const { page } = await home('/no/such/page');
  await page.getByText('There is no page at /no/such/page').waitFor();
  await section(page, 'Continue').waitFor();
  expect(path(page)).toBe('/');
});

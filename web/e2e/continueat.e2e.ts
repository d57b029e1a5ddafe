import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Question } from '../src/protocol/question.ts';
import { heard, makeAsk, mayItRun, took, writeAsker } from './asker.ts';
import { notice, openAt, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, sessionId, writeSessions } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 3);
  return { SVC_ENGINE1_BIN: writeAsker(home) };
});

const home = () => stage.service.home;

/** A field for date and time, as people fill it in: tomorrow, at the same time. */
function tomorrow(): string {
  const at = new Date(Date.now() + 86_400_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sets a time that comes at once: the dialog knows whole minutes only. */
async function soon(page: Page, number: number, text: string): Promise<void> {
  const status = await page.evaluate(
    async ([path, said]) => {
      const { csrf_token: token } = (await (await fetch('/api/config')).json()) as { csrf_token: string };
      const headers = { 'X-CSRF-Token': token, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ at: new Date(Date.now() + 1_000).toISOString(), text: said });
      return (await fetch(path ?? '', { method: 'POST', headers, body })).status;
    },
    [`/api/sessions/engine_1:${sessionId(number)}/continue-at`, text],
  );
  expect(status).toBe(200);
}

async function asked(): Promise<string[]> {
  const answer = (await (await fetch(`${stage.service.origin}/api/questions`)).json()) as { questions: Question[] };
  return answer.questions.map(({ title }) => title);
}

const head = (page: Page) => page.locator('.session-head');

inDepth(
  'a time is set in the menu, shown in head and details, changed and taken back, and the history tells it',
  async () => {
    const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(0)}/transcript`);
    const { page } = watched;
    await head(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Continue at…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Continue at…' });
    await expect.poll(() => dialog.getByLabel('What it is told').inputValue()).toBe('continue');
    await watched.expectAccessible('the dialog');
    const set = dialog.getByRole('button', { name: 'Set the time' });
    await dialog.getByLabel('When').fill('2020-01-01T00:00');
    await dialog.getByText('A time is needed that is ahead').waitFor();
    await expect.poll(() => set.isDisabled()).toBe(true);
    await watched.expectAccessible('a time that is over');
    await dialog.getByLabel('When').fill(tomorrow());
    await dialog.getByLabel('What it is told').fill('Go on with the cart.');
    await set.click();
    await notice(page, 'Continues at');
    await head(page)
      .getByText(/^Continues at /)
      .waitFor();
    const details = page.getByRole('complementary', { name: 'Details' });
    if ((await details.count()) === 0) await head(page).getByRole('button', { name: 'Details' }).click();
    await details.getByText('Its program is told: Go on with the cart.').waitFor();
    await watched.expectAccessible('a time that is set');
    await details.getByRole('button', { name: 'Change…' }).click();
    await expect.poll(() => dialog.getByLabel('What it is told').inputValue()).toBe('Go on with the cart.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await head(page).getByRole('button', { name: 'Do not continue' }).click();
    await expect
      .poll(() =>
        head(page)
          .getByText(/^Continues at /)
          .count(),
      )
      .toBe(0);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('cell', { name: 'Not to continue any more' }).waitFor();
    await page.getByRole('cell', { name: 'To continue at a time' }).waitFor();
    await watched.expectAccessible('the history');
    expect(heard(home(), 0)).toBe('');
    watched.expectQuiet();
  },
);

it('at its time the program is resumed, and told the text once as a paste with Enter', async () => {
  const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(1)}/history`);
  const { page } = watched;
  await head(page).getByRole('heading').waitFor(); // the page has its token by then
  await soon(page, 1, 'Go on.\nMind the tax.');
  await head(page)
    .getByText(/^Continues at /)
    .waitFor();
  await expect.poll(() => heard(home(), 1)).toBe('\u001b[200~Go on.\rMind the tax.\u001b[201~\r');
  await page.getByRole('cell', { name: /Continued$/ }).waitFor();
  await expect
    .poll(() =>
      head(page)
        .getByText(/^Continues at /)
        .count(),
    )
    .toBe(0);
  watched.expectQuiet();
});

inDepth('nothing is typed where the program asks something, and the history says so', async () => {
  const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(2)}/terminal`);
  const { page } = watched;
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('ready').first().waitFor();
  makeAsk(home(), 2, mayItRun);
  await expect.poll(asked).toEqual([mayItRun.question]);
  await page.getByRole('tab', { name: 'History' }).click();
  await soon(page, 2, 'Go on.');
  await page.getByRole('cell', { name: /its program asked something/ }).waitFor();
  expect(took(home(), 2)).toEqual([]);
  expect(heard(home(), 2)).not.toContain('Go on.');
  watched.expectQuiet();
});

inDepth('on a phone, in German, a time can be set and taken back', async () => {
  const options = { viewport: phone, locale: 'de-DE', hasTouch: true, isMobile: true };
  const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(0)}/transcript`, options);
  const { page } = watched;
  const menu = async (name: string) => {
    await head(page).getByRole('button', { name: 'Mehr' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await menu('Weitermachen um …');
  const dialog = page.getByRole('dialog', { name: 'Weitermachen um …' });
  await dialog.getByLabel('Wann').fill(tomorrow());
  await watched.expectAccessible();
  const box = await dialog.getByRole('button', { name: 'Zeit setzen' }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
  await dialog.getByRole('button', { name: 'Zeit setzen' }).click();
  await head(page)
    .getByText(/Macht weiter: /)
    .first()
    .waitFor();
  await watched.expectAccessible();
  await menu('Nicht weitermachen');
  await expect
    .poll(() =>
      head(page)
        .getByText(/Macht weiter: /)
        .count(),
    )
    .toBe(0);
  watched.expectQuiet();
});

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { notice, openAt } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation, writeRollout, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeConversation(home, {
    id: sessionId(0),
    title: 'Session 0',
    folder: 'src/app',
    said: ['Please look.', 'Done.'],
    minutesOld: 1,
  });
  writeConversation(home, {
    id: sessionId(1),
    title: 'Session 1',
    folder: 'src/short-lived',
    said: ['Please look.', 'It is all there.'],
    minutesOld: 2,
  });
  writeRollout(home, { id: sessionId(2), folder: 'src/app', said: ['Without its program.', 'Done.'] });
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

it('a program is ended from the menu, its session stays, its history says so, and it can be resumed', async () => {
  const { page } = await openAt(stage.browser, stage.service.origin, `/s/engine_1:${sessionId(0)}/transcript`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('You type here').waitFor();
  await page.locator('.session-head').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'End program' }).click();
  await notice(page, 'Program ended');
  await page.getByText(/The program (ended|was ended by SIGHUP)/).waitFor();
  await page.getByRole('option', { name: /Session 0,.*Not running/ }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('cell', { name: 'Program ended' }).waitFor();
  const said = await notice(page, 'Program ended');
  await said.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('You type here').waitFor();
});

inDepth(
  'a failed Resume leaves the reader in the transcript with the reason, and works once that is mended',
  async () => {
    const folder = join(stage.service.home, 'src/short-lived');
    rmSync(folder, { recursive: true });
    const { page } = await openAt(stage.browser, stage.service.origin, `/s/engine_1:${sessionId(1)}/transcript`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page
      .getByRole('alert')
      .getByText(/working folder .* is gone/)
      .waitFor();
    await page.getByText('It is all there.').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/transcript$/);
    await page.getByRole('option', { name: /Session 1,.*Not running/ }).waitFor();
    mkdirSync(folder);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('You type here').waitFor();
  },
);

inDepth('Resume is off where the program is not installed, says so, and shows the line that installs it', async () => {
  const watched = await openAt(stage.browser, stage.service.origin, `/s/engine_2:${sessionId(2)}/transcript`);
  const { page } = watched;
  await page.getByText('Codex is not installed here').waitFor();
  await page.locator('.resume-bar .command').waitFor();
  expect(await page.getByRole('button', { name: 'Resume' }).isDisabled()).toBe(true);
  await watched.expectAccessible();
});

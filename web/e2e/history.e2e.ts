import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openAt } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation } from './stores.ts';
import { setStage } from './stage.ts';

const sid = (number: number) => `engine_1:${sessionId(number)}`;

const stage = setStage((home) => {
  for (let at = 0; at < 4; at++)
    writeConversation(home, {
      id: sessionId(at),
      title: `Session ${String(at)}`,
      folder: 'src/app',
      said: [
        'Please look at `claim.ts`.',
        'I **looked**.\n\n- one\n- two\n\n<img src=x onerror="document.body.dataset.hit=1">',
        'And now?',
        'Done.',
      ],
      minutesOld: 100 + at,
    });
  return {};
});

const at = (path: string, options = {}) => openAt(stage.browser, stage.service.origin, path, options);

inDepth('tells what was changed in a session, from what to what, and takes one entry back', async () => {
  const watched = await at(`/s/${sid(0)}/history`);
  const { page } = watched;
  await page.getByText('Nothing changed yet').waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('New title').fill('A better title');
  await page.keyboard.press('Enter');
  const entry = page.getByRole('row', { name: /Renamed/ });
  await entry.first().waitFor();
  await expect.poll(() => entry.first().textContent()).toContain('A better title');
  await watched.expectAccessible();
  await entry.first().getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Session 0' }).waitFor();
  await page.getByRole('cell', { name: 'undone' }).waitFor();
  watched.expectQuiet();
});

it('goes back in time, shows the list as it stood, and brings a mark back', async () => {
  const watched = await at('/activity');
  const { page } = watched;
  await page.getByRole('option').first().waitFor();
  await page.evaluate(
    async ({ id }) => {
      const { csrf_token: token } = (await (await fetch('/api/config')).json()) as { csrf_token: string };
      const post = (verb: string, body: object) =>
        fetch(`/api/sessions/${id}/${verb}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'X-CSRF-Token': token, 'Content-Type': 'application/json' },
        });
      await post('rename', { title: 'Name of then' });
      const before = Math.floor(Date.now() / 1000);
      while (Math.floor(Date.now() / 1000) === before) await fetch('/healthz'); // two moments, in seconds as well
      await post('rename', { title: 'Name of now' });
    },
    { id: sid(1) },
  );
  await page
    .getByRole('cell', { name: /Name of now/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'One change back' }).click();
  await page.getByRole('button', { name: 'One change back' }).click();
  await page.getByText('As it stood').waitFor();
  await page.getByRole('option', { name: /Name of then/ }).waitFor();
  await watched.expectAccessible();
  const rows = page.locator('[role=option]');
  const differs = page.getByRole('button', { name: 'Differs from now' });
  await differs.click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('option', { name: /Name of then.*Renamed since/ }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('nowhere');
  await page.getByText('No session matches').waitFor();
  expect(new URL(page.url()).pathname).toBe('/activity');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await watched.expectAccessible();
  await differs.click();
  await expect.poll(() => rows.count()).toBe(4);
  await page.getByRole('button', { name: 'Bring back', exact: true }).first().click();
  await page.getByRole('region', { name: 'Notices' }).getByText('Brought back').waitFor();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await page.getByRole('option', { name: /Name of then/ }).waitFor();
});

inDepth('offers the transcript exactly where the server has one, shows it as text and runs nothing of it', async () => {
  const watched = await at(`/s/${sid(2)}`);
  const { page } = watched;
  const { paths } = (await (await fetch(`${stage.service.origin}/api/openapi.json`)).json()) as {
    paths: Record<string, unknown>;
  };
  const served = '/api/sessions/{sid}/history' in paths;
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await expect.poll(() => page.getByRole('tab', { name: 'Transcript' }).count()).toBe(served ? 1 : 0);
  if (served) await readTranscript(page);
  await watched.expectAccessible();
  watched.expectQuiet();
});

async function readTranscript(page: Page): Promise<void> {
  await page.getByText('Please look at').waitFor();
  await expect.poll(() => page.locator('.turn strong').first().textContent()).toBe('looked');
  await page.getByText('<img src=x').waitFor();
  expect(await page.locator('body').getAttribute('data-hit')).toBeNull();
  await page.getByRole('searchbox', { name: 'Find in this conversation' }).fill('looked');
  await page.getByText('1 of 1').waitFor();
}

inDepth('speaks German where that is chosen', async () => {
  const { page } = await at('/settings/general');
  await page.getByText('Deutsch').click();
  await page.getByRole('heading', { name: 'Allgemein' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
});

inDepth('opens without the server and says that it does not answer', async () => {
  const { page } = await at('/');
  await page.getByRole('option').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.getByRole('option').first().waitFor();
  await stage.service.down();
  await page.getByText('svc does not answer').waitFor();
  await page.reload();
  await page.getByText('svc does not answer').waitFor();
  await stage.service.up();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('option').first().waitFor();
});

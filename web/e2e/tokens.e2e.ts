import { expect, it } from 'vitest';
import { openAt, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { setStage } from './stage.ts';
import { addressOf, sessionId, writeSessions, writeStandIn } from './stores.ts';

const stage = setStage((home) => {
  writeSessions(home, 1);
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

/** What a program gets that sends a token. */
async function asProgram(token: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(new URL(path, stage.service.origin), {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return answer.status;
}

it('a token is made, shown once, used by a program under its name, and ended', async () => {
  const watched = await openAt(stage.browser, stage.service.origin, '/settings/security');
  const { page } = watched;
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Tokens of programs' }) });
  await section.getByText('No program has a token.').waitFor();
  await section.getByRole('button', { name: 'New token…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('nightly report');
  await dialog.getByLabel('change titles, projects').check();
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  await dialog.getByText('The token, shown only now').waitFor();
  const token = (await dialog.locator('.command .clip').textContent()) ?? '';
  expect(token).toMatch(/^svc_[a-z0-9]+_[A-Za-z0-9_-]{43}$/);
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await section.getByText('nightly report').waitFor();
  expect(await page.content()).not.toContain(token);

  const session = `/api/sessions/engine_1:${sessionId(0)}`;
  expect(await asProgram(token, session)).toBe(200);
  expect(await asProgram(token, `${session}/rename`, { title: 'Renamed at night' })).toBe(200);
  expect(await asProgram(token, `${session}/send`, { text: 'no' })).toBe(403);
  expect(await asProgram(token, '/api/tokens')).toBe(403);
  await page.goto(`${addressOf(0)}/history`);
  await page.getByText('token:nightly report').first().waitFor();

  await page.goto('/settings/security');
  await section.getByRole('button', { name: 'End nightly report' }).click();
  await section.getByText('No program has a token.').waitFor();
  expect(await asProgram(token, session)).toBe(401);
  watched.expectQuiet();
});

inDepth('on a phone, in German, everything is in reach', async () => {
  const watched = await openAt(stage.browser, stage.service.origin, '/settings/security', {
    ...phone,
    locale: 'de-DE',
  });
  const { page } = watched;
  await page.getByRole('button', { name: 'Neues Token …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neues Token' });
  await dialog.getByLabel('Name').fill('Bericht');
  await dialog.getByRole('button', { name: 'Token machen' }).click();
  await dialog.getByText('Das Token, das nur jetzt zu sehen ist').waitFor();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await watched.expectAccessible();
  watched.expectQuiet();
});

import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { newContext, notice, openAt } from './browser.ts';
import { inDepth } from './depth.ts';
import { addressOf, sessionId, writeSessions, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  writeSessions(home, 3, (at) =>
    at === 2 ? { title: '<img src=x onerror="document.body.dataset.hit=1">\u202e\u0000 title' } : {},
  );
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

const at = (path: string, options = {}) => openAt(stage.browser, stage.service.origin, path, options);

const refused =
  (status: number, code: string, detail = '') =>
  (route: Route) =>
    route.fulfill({
      status,
      json: { type: 'about:blank', title: code, status, code, detail },
      contentType: 'application/problem+json',
    });

async function newProject(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
}

it.each([
  [401, 'unauthenticated', 'You were signed out'],
  [403, 'password_change_required', 'Change your password first'],
  [503, 'journal_unavailable', 'The journal cannot be written'],
  [403, 'origin', 'The server refuses this address'],
  [413, 'too_large', 'That is too large'],
])('a refusal with %i %s says what to do and keeps what was typed', async (status, code, sentence) => {
  // A request that leaves in the moment in which a service worker takes over the page can pass by its route.
  const watched = await at('/settings/projects', { serviceWorkers: 'block' });
  const { page } = watched;
  watched.provokes(status);
  await page.route('**/api/projects', (route) =>
    route.request().method() === 'POST' ? refused(status, code)(route) : route.continue(),
  );
  await newProject(page, 'kept by all means');
  await page.getByText(sentence).first().waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('kept by all means');
});

inDepth('a name that is taken is refused beside its field, by the server itself', async () => {
  const watched = await at('/settings/projects');
  const { page } = watched;
  watched.provokes(409);
  await newProject(page, 'taken');
  await page.getByText('taken', { exact: true }).first().waitFor();
  await newProject(page, 'Taken');
  await page
    .getByRole('dialog')
    .getByText(/already/)
    .waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Taken');
});

inDepth('an undo that a later change is in the way of asks, and does it after a yes', async () => {
  const watched = await at(`${addressOf(0)}/history`);
  const { page } = watched;
  watched.provokes(409);
  await page.getByText('Nothing changed yet').waitFor();
  for (const title of ['First name', 'Second name']) {
    await page.keyboard.press('r');
    await page.getByLabel('New title').fill(title);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('row', { name: new RegExp(title) }).waitFor();
  }
  await page
    .getByRole('row', { name: /First name/ })
    .last()
    .getByRole('button', { name: 'Undo' })
    .click();
  await page.getByRole('button', { name: 'Undo anyway' }).click();
  await page.getByRole('heading', { name: 'Session 0' }).waitFor();
});

inDepth('a deleted project comes back with its sessions, from the toast and as one line of the activity', async () => {
  const { page } = await at('/settings/projects');
  await newProject(page, 'gateway');
  await page.getByText('gateway').first().waitFor();
  await page.evaluate(
    async (ids) => {
      const get = async (path: string) => (await (await fetch(path)).json()) as Record<string, unknown>;
      const { csrf_token: token } = await get('/api/config');
      const projects = (await get('/api/projects'))['projects'] as { id: string; name: string }[];
      const project = projects.find((one) => one.name === 'gateway');
      for (const id of ids)
        await fetch(`/api/sessions/engine_1:${id}/metadata`, {
          method: 'PATCH',
          body: JSON.stringify({ project_id: project?.id }),
          headers: { 'X-CSRF-Token': String(token), 'Content-Type': 'application/json' },
        });
    },
    [sessionId(0), sessionId(1)],
  );
  const remove = async () => {
    await page.reload();
    const row = page.locator('.card-row', { hasText: 'gateway' });
    await row.getByText(/^2 sessions/).waitFor();
    await row.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    return notice(page, 'Project deleted');
  };
  const deleted = await remove();
  await deleted.getByRole('button', { name: /Undo/ }).click();
  await remove();
  await page.goto('/activity');
  const line = page.getByRole('row', { name: /Project deleted.*with 2 sessions/ }).first();
  await line.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('region', { name: 'Notices' }).getByText('Undone').waitFor();
  await page.goto('/settings/projects');
  await page
    .locator('.card-row', { hasText: 'gateway' })
    .getByText(/^2 sessions/)
    .waitFor();
});

it('a tab that is left open over an update offers to reload', async () => {
  const { page } = await at('/');
  await page.getByRole('option').first().waitFor();
  await stage.service.down();
  await page.getByText('svc does not answer').waitFor();
  await stage.service.up('v9.9.9');
  // A part of the page that was still on its way when the service went has a button of the same name.
  const updated = page.getByRole('status').filter({ hasText: 'svc was updated to 9.9.9' });
  await updated.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('option').first().waitFor();
  expect(await page.getByText('svc was updated').count()).toBe(0);
  await page.goto('/settings/system');
  await page.getByText('9.9.9').first().waitFor();
});

inDepth('a part that is gone from the server leaves a message with a way out', async () => {
  const context = await newContext(stage.browser, stage.service.origin, { serviceWorkers: 'block' });
  const page = await context.newPage(); // unwatched: the browser itself complains of what is missing
  await page.goto('/');
  await page.getByRole('option').first().waitFor();
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Activity and time travel' }).click();
  await page.getByText('This page is older than the server').waitFor();
});

inDepth('a part that cannot be fetched while the service is away comes by itself once it is back', async () => {
  const context = await newContext(stage.browser, stage.service.origin, { serviceWorkers: 'block' });
  const page = await context.newPage(); // unwatched: the browser itself complains of what does not come
  let away = true;
  await page.route(/\/assets\/(Home|KeySheet)-/, (route) => (away ? route.abort() : route.continue()));
  await page.goto('/');
  const home = page.locator('#home-new');
  await page.getByText('This part of the page could not be loaded yet').waitFor();
  await page.keyboard.press('?');
  await expect.poll(() => page.getByText('This part of the page could not be loaded yet').count()).toBe(2);
  away = false;
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await home.waitFor();
  expect(await page.getByText('could not be loaded').count()).toBe(0);
});

it('a hostile title is letters and nothing else, in the list, the head and the title of the window', async () => {
  const watched = await at(addressOf(2));
  const { page } = watched;
  await page.getByRole('heading', { name: /<img src=x/ }).waitFor();
  expect(await page.locator('body').getAttribute('data-hit')).toBeNull();
  expect(await page.title()).toContain('<img src=x');
  watched.expectQuiet();
});

inDepth('stands still where less motion is asked for', async () => {
  const watched = await at('/', { reducedMotion: 'reduce' });
  await watched.page.getByRole('option').first().waitFor();
  const moving = await watched.page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const style = getComputedStyle(element);
        return [style.animationDuration, style.transitionDuration].some((time) =>
          time.split(',').some((one) => parseFloat(one) > 0.001),
        );
      }).length,
  );
  expect(moving).toBe(0);
  watched.expectQuiet();
});

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { notice, open, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const titles = ['Mend the upload', 'Write the notes', 'Weigh the parcels'];
let logs: string[] = [];

const stage = setStage((home) => {
  const project = join(home, '.claude', 'projects', join(home, 'src/app').replace(/[^A-Za-z0-9]/g, '-'));
  logs = titles.map((title, at) => {
    const said = [`Please look at ${title}.`, 'It is done, the walrus sleeps.'];
    writeConversation(home, { id: sessionId(at), title, folder: 'src/app', said, minutesOld: at * 5 + 1 });
    return join(project, `${sessionId(at)}.jsonl`);
  });
  return { SVC_ENGINE1_BIN: writeStandIn(home) };
});

interface Kept {
  sessions: number;
  pending: number;
  gone: number;
}

const vault = (page: Page): Promise<Kept> =>
  page.evaluate(async () => (await (await fetch('/api/vault')).json()) as unknown) as Promise<Kept>;

/** The page at an address, once everything is in the vault. */
async function at(path: string): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin);
  await watched.page.goto(path);
  await expect.poll(() => vault(watched.page)).toMatchObject({ sessions: titles.length, pending: 0 });
  return watched;
}

const row = (page: Page, title: string) => page.getByRole('option', { name: new RegExp(title) });

it('a session that its program has deleted is read, and given back to it from a dialog', async () => {
  const watched = await at('/');
  const { page } = watched;
  const [log = ''] = logs;
  const bytes = readFileSync(log);
  // Home asks what was said last: whoever asks before svc has seen the end of the file hears that there is nothing.
  await expect.poll(() => page.getByText('the walrus sleeps').count()).toBe(titles.length);
  rmSync(log);
  await page.getByRole('option', { name: /Mend the upload.*deleted by its program, kept by svc/ }).waitFor();
  const chip = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Kept 1' });
  await chip.click();
  await row(page, 'Write the notes').waitFor({ state: 'detached' });
  expect(page.url()).toContain('kept=1');
  await row(page, 'Mend the upload').waitFor();
  await chip.click();
  await row(page, 'Write the notes').waitFor();
  await row(page, 'Mend the upload').click();
  await page.getByText('Claude Code deleted this session. This is the copy that svc keeps.').first().waitFor();
  await page.getByText('It is done, the walrus sleeps.').waitFor();
  await watched.expectAccessible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('note').getByText('This is the copy that svc keeps.').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('tab', { name: 'Terminal' }).click();
  await page.getByRole('button', { name: 'Restore…' }).waitFor();
  expect(await page.getByRole('button', { name: 'Resume', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Restore…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Restore for Claude Code' });
  await dialog.getByText('The copy in svc stays either way.').waitFor();
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await notice(page, 'Restored');
  expect(readFileSync(log)).toEqual(bytes);
  await expect.poll(() => page.getByText('This is the copy that svc keeps.').count()).toBe(0);
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  watched.expectQuiet();
});

inDepth('a copy is forgotten after a question, and the session stays with its program', async () => {
  const watched = await at('/');
  const { page } = watched;
  await page.goto(`/s/engine_1:${sessionId(1)}/transcript`);
  await page.locator('.session-head').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Forget the copy…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget the copy?' });
  await dialog.getByText('This cannot be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await notice(page, 'Copy forgotten');
  await expect.poll(() => vault(page)).toMatchObject({ sessions: titles.length - 1 });
  expect(existsSync(logs[1] ?? '')).toBe(true);
  watched.expectQuiet();
});

inDepth('the settings say what is kept, and take what is to be left out', async () => {
  const watched = await open(stage.browser, stage.service.origin);
  const { page } = watched;
  await page.goto('/');
  await page.evaluate(async () => {
    const { csrf_token: token } = (await (await fetch('/api/config')).json()) as { csrf_token: string };
    await fetch('/api/projects', {
      method: 'POST',
      body: JSON.stringify({ name: 'Harbour' }),
      headers: { 'X-CSRF-Token': token, 'Content-Type': 'application/json' },
    });
  });
  await page.goto('/settings/vault');
  await page.getByText(/on disk for/).waitFor();
  await watched.expectAccessible();
  const folders = page.getByLabel('Folders that are left out');
  await folders.fill('src');
  await folders.blur();
  watched.provokes(422);
  await page.getByText(/absolute paths of folders/).waitFor();
  await folders.fill('/srv/secret');
  await folders.blur();
  await expect.poll(() => page.getByText(/absolute paths of folders/).count()).toBe(0);
  await page.getByLabel('Projects that are left out').first().selectOption({ label: 'Harbour' });
  const left = page.getByRole('group', { name: 'Projects that are left out' }).getByRole('button', { name: 'Harbour' });
  await left.waitFor();
  await watched.expectAccessible();
  await left.click();
  await left.waitFor({ state: 'detached' });
  const keeps = page.getByRole('switch', { name: 'Keep copies' });
  await keeps.uncheck();
  await page.reload();
  await expect.poll(() => keeps.isChecked()).toBe(false);
  await keeps.check();
  await expect.poll(() => page.getByLabel('Folders that are left out').inputValue()).toBe('/srv/secret');
});

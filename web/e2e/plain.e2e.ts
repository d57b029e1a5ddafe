import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { open } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const stage = setStage((home) => {
  mkdirSync(join(home, 'src/app'), { recursive: true });
  writeConversation(home, { id: sessionId(0), title: 'An agent', folder: 'src/app', said: ['Look.', 'Done.'] });
  return { SVC_ENGINE1_BIN: writeStandIn(home), SVC_ENGINE0_BIN: '/bin/sh', PS1: 'ready> ' };
});

async function shows(page: Page, text: string): Promise<void> {
  const screen = page.locator('.xterm-accessibility-tree');
  await expect.poll(async () => (await screen.textContent())?.replaceAll('\u00a0', ' ')).toContain(text);
}

async function dialogOf(page: Page) {
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await page.goto('/');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New session' });
  const field = dialog.getByRole('combobox', { name: 'Folder' });
  await expect.poll(() => field.inputValue()).not.toBe('');
  await dialog.locator('label.choice').getByText('Terminal', { exact: true }).click();
  await field.fill(join(stage.service.home, 'src/app'));
  await page.keyboard.press('Escape');
  return dialog;
}

inDepth('a plain terminal has a folder, a command and a name, and asks for no permissions', async () => {
  const watched = await open(stage.browser, stage.service.origin);
  const { page } = watched;
  const dialog = await dialogOf(page);
  await expect.poll(() => dialog.getByText('Permissions').count()).toBe(0);
  await dialog.getByLabel('Name').fill('Stock of the kiosk');
  const command = dialog.getByRole('group', { name: 'Command that will run' });
  await expect.poll(() => command.textContent()).toMatch(/\/bin\/sh -l\s*in .*src\/app/);
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Start session' }).click();

  await page.locator('.xterm-helper-textarea').waitFor();
  await page.keyboard.type('echo in-$(basename "$PWD")-$((40+2))\n');
  await shows(page, 'in-app-42');
  await page.getByRole('heading', { name: 'Stock of the kiosk' }).waitFor();
  await page.getByRole('option', { name: /Stock of the kiosk/ }).waitFor();

  await page.keyboard.type('exit\n');
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await page.getByRole('tabpanel').getByText('in-app-42').first().waitFor();
  watched.expectQuiet();
});

it('a command runs in one, and the list shows terminals alone when they are asked for', async () => {
  const watched = await open(stage.browser, stage.service.origin);
  const { page } = watched;
  const dialog = await dialogOf(page);
  await dialog.getByLabel('Command', { exact: true }).fill('echo stock-$((6*7)); read answer');
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await shows(page, 'stock-42');
  await page.goto('/?engine=engine_0');
  await page.getByRole('option', { name: /echo stock-/ }).waitFor();
  await expect.poll(() => page.getByRole('option', { name: /An agent/ }).count()).toBe(0);
  watched.expectQuiet();
});

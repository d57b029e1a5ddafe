import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { desktop, open, openAt } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation } from './stores.ts';
import { setStage } from './stage.ts';
import { until } from '../test/patience.ts';

/** Says where it runs, whether it may act without asking, and its last word; then it waits. */
function writeTeller(home: string): string {
  const file = join(home, 'teller');
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }`,
    'case "$*" in *dangerously*) may=anything;; *) may=asking;; esac',
    'for last in "$@"; do :; done',
    `printf 'in %s %s last [%s]\\n> ' "$PWD" "$may" "$last"`,
    'while IFS= read -r line; do :; done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

const stage = setStage((home) => {
  for (const [number, folder] of ['elsewhere', 'again/deep', 'app', 'app', 'app'].entries())
    writeConversation(home, {
      id: sessionId(number),
      title: `Session ${String(number)}`,
      folder: `src/${folder}`,
      said: ['Please look.', 'It is all there.'],
      minutesOld: number + 1,
    });
  return { SVC_ENGINE1_BIN: writeTeller(home), SVC_PROJECT_ROOTS: join(home, 'src') };
});

async function says(page: Page, text: string): Promise<void> {
  const screen = page.locator('.xterm-accessibility-tree');
  await expect.poll(async () => (await screen.textContent())?.replaceAll('\u00a0', ' ')).toContain(text);
}

/** Once the offers are there, which fill the field: they would come between what is selected and what is typed. */
async function choose(dialog: Locator, folder: string): Promise<void> {
  const field = dialog.getByRole('combobox', { name: 'Folder' });
  await expect.poll(() => field.inputValue()).not.toBe('');
  await field.fill(folder);
}

async function spoken(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
}

it('a new session shows the command that will run, and its program gets the first prompt', async () => {
  const watched = await open(stage.browser, stage.service.origin);
  const { page } = watched;
  await spoken(page);
  await page.goto('/');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await choose(dialog, join(stage.service.home, 'src/app'));
  await page.keyboard.press('Escape');
  const command = dialog.getByRole('group', { name: 'Command that will run' });
  await expect.poll(() => command.textContent()).toMatch(/teller --session-id [0-9a-f-]{36}\s*in .*src\/app/);
  await dialog.getByLabel('First prompt').fill("--version; 'quoted' $HOME");
  await dialog.getByText('Run without asking').click();
  await expect
    .poll(() => command.textContent())
    .toContain(String.raw`--dangerously-skip-permissions -- ' --version; '\''quoted'\'' $HOME'`);
  await watched.expectAccessible();
  const start = dialog.getByRole('button', { name: 'Start session' });
  const box = await start.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(desktop.height);
  await start.click();
  await says(page, "anything last [ --version; 'quoted' $HOME]");
  watched.expectQuiet();
});

inDepth('a session whose folder is gone goes on in another one', async () => {
  rmSync(join(stage.service.home, 'src/elsewhere'), { recursive: true });
  const watched = await openAt(stage.browser, stage.service.origin, `/s/engine_1:${sessionId(0)}/transcript`);
  const { page } = watched;
  await spoken(page);
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Choose another folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume in another folder' });
  await choose(dialog, join(stage.service.home, 'src/app'));
  await page.keyboard.press('Escape');
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Resume there' }).click();
  await says(page, `in ${join(stage.service.home, 'src/app')} asking`);
});

inDepth('a folder that is gone is made again, with the one above it', async () => {
  rmSync(join(stage.service.home, 'src/again'), { recursive: true });
  const watched = await openAt(stage.browser, stage.service.origin, `/s/engine_1:${sessionId(1)}/terminal`);
  const { page } = watched;
  await spoken(page);
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).click();
  const again = page.getByRole('button', { name: 'Make it again' });
  await again.waitFor();
  await watched.expectAccessible();
  await again.click();
  await says(page, `in ${join(stage.service.home, 'src/again/deep')} asking`);
  expect(existsSync(join(stage.service.home, 'src/again/deep'))).toBe(true);
});

/** The host goes down with everything on it, and comes up again. */
async function reboot(): Promise<void> {
  await stage.service.down();
  const run = join(stage.service.home, 'svc/run');
  for (const file of readdirSync(run).filter((name) => name.endsWith('.pid')))
    for (const pid of keepers(readFileSync(join(run, file), 'utf8'))) await kill(pid);
  await stage.service.up();
}

/** Of one program; first the one who would write down how it ended. */
function keepers(written: string): number[] {
  const [master = 0, shell = 0] = written.split(/\s/).map(Number);
  return [shell, master];
}

async function kill(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return; // It has already exited.
  }
  await until(() => hasEnded(pid));
}

/** Whoever started it may not have asked for it yet: then it is a zombie. */
function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8').includes(') Z ');
  } catch {
    return true;
  }
}

it('what ran when the host went down is resumed, chosen or dismissed, and offered until then', async () => {
  mkdirSync(join(stage.service.home, 'src/elsewhere'), { recursive: true });
  const first = await openAt(stage.browser, stage.service.origin, `/s/engine_1:${sessionId(2)}/transcript`);
  for (const number of [2, 3, 4]) {
    await first.page.goto(`/s/engine_1:${sessionId(number)}/transcript`);
    await first.page.getByRole('button', { name: 'Resume' }).click();
    await first.page.getByText('You type here').waitFor();
  }
  await first.page.close();
  await reboot();
  await reboot(); // a second restart takes nothing away

  const watched = await open(stage.browser, stage.service.origin);
  const { page } = watched;
  await page.goto('/');
  const banner = page.getByText(/\d+ sessions were running when the host went down/);
  await banner.waitFor();
  await page.reload();
  await banner.waitFor();
  await page.getByRole('button', { name: 'Choose…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Running when the host went down' });
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  await dialog.getByRole('checkbox', { name: /Session 3/ }).check();
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Resume 1' }).click();
  await page.getByRole('option', { name: /Session 3,.*Idle/ }).waitFor();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect.poll(() => banner.count()).toBe(0);
  await page.reload();
  await page.getByRole('option', { name: /Session 2,.*Not running/ }).waitFor();
  expect(await banner.count()).toBe(0);

  await reboot();
  await page.reload();
  await page.getByText('1 session was running when the host went down').waitFor();
  await page.getByRole('button', { name: 'Resume all' }).click();
  await page.getByRole('option', { name: /Session 3,.*Idle/ }).waitFor();
  expect(await page.getByRole('option', { name: /Session 4,.*Not running/ }).count()).toBe(1);
});

inDepth(
  'what ran outside when the host went down is said with its place, and resumed only where it is chosen',
  async () => {
    await stage.service.down();
    const ran = {
      session: `engine_1:${sessionId(2)}`,
      folder: join(stage.service.home, 'src/app'),
      started: '2026-11-25T10:00:00Z',
      where: 'tmux',
      place: 'main:2.1',
      sure: true,
    };
    const run = join(stage.service.home, 'svc/run');
    for (const file of readdirSync(run).filter((name) => name.endsWith('.fallen'))) rmSync(join(run, file));
    writeFileSync(join(run, 'outside.json'), JSON.stringify({ host: 'another run', ran: [ran] }));
    await stage.service.up();

    const watched = await open(stage.browser, stage.service.origin);
    const { page } = watched;
    await page.goto('/');
    const banner = page.getByText('1 session was running outside svc when the host went down.');
    await banner.waitFor();
    expect(await page.getByRole('button', { name: 'Resume all' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Choose…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Running when the host went down' });
    await dialog.getByText(/outside svc: tmux main:2\.1/).waitFor();
    await watched.expectAccessible();
    await dialog.getByRole('checkbox', { name: /Session 2/, checked: false }).check();
    await dialog.getByRole('button', { name: 'Resume 1' }).click();
    await page.getByRole('option', { name: /Session 2,.*Idle/ }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);
  },
);

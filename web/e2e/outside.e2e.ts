import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { desktop, notice, open, phone, type Watched } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation } from './stores.ts';
import { setStage } from './stage.ts';

const title = 'Mend the upload';
let home = '';
let looking: ChildProcess | undefined;

/** A program that keeps a note of itself as Claude Code does, and answers each line. */
function writeNoter(folder: string): string {
  const file = join(folder, 'noter');
  const notes = join(folder, '.claude/sessions');
  mkdirSync(notes, { recursive: true });
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }`,
    'note() {',
    `  start=$(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20)`,
    `  printf '{"pid":%s,"procStart":"%s","sessionId":"${sessionId(0)}","status":"%s","waitingFor":"%s"}' $$ "$start" "$1" "$2" >"${notes}/$$.part"`,
    `  mv "${notes}/$$.part" "${notes}/$$.json"`,
    '}',
    `note idle ''`,
    `[ "$1" = --resume ] && echo 'resumed here'`,
    'while read -r line; do',
    `  case $line in ask) note waiting 'permission prompt' ;; *) note busy '' ;; esac`,
    '  echo "you said $line"',
    'done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

const stage = setStage((folder) => {
  home = folder;
  writeConversation(folder, { id: sessionId(0), title, folder: 'src/app', said: ['Please.', 'Done.'], minutesOld: 5 });
  return { SVC_ENGINE1_BIN: writeNoter(folder) };
});

/** tmux on a server of the test's own. */
function tmux(...args: string[]): string {
  const env = { ...process.env, TERM: 'xterm-256color', TMUX: '' };
  return spawnSync('tmux', ['-f', '/dev/null', '-S', join(home, 'tmux'), ...args], { env, encoding: 'utf8' }).stdout;
}

beforeAll(() => {
  tmux('new-session', '-d', '-s', 'main', '-x', '120', '-y', '40', join(home, 'noter'));
});

afterAll(() => {
  looking?.kill();
  tmux('kill-server');
});

const sid = `engine_1:${sessionId(0)}`;

async function at(path: string, viewport = desktop): Promise<Watched> {
  const watched = await open(stage.browser, stage.service.origin, { viewport });
  await watched.page.goto(path);
  return watched;
}

it('what waits in tmux needs somebody, and the row says where', async () => {
  tmux('send-keys', '-t', 'main', 'ask', 'Enter');
  const watched = await at('/');
  await watched.page.getByRole('option', { name: /^Mend the upload, tmux main:0\.0, .*Needs you/ }).waitFor();
  await watched.expectAccessible();
  watched.expectQuiet();
});

inDepth('the board shows it beside what runs here', async () => {
  const watched = await at('/board');
  const tile = watched.page.getByRole('listitem').filter({ hasText: title });
  await tile.getByText('tmux main:0.0').waitFor();
  await tile.getByText('permission prompt').waitFor();
  await watched.expectAccessible();
  watched.expectQuiet();
});

it('it is joined, typed into and left, and runs on', async () => {
  const watched = await at(`/s/${sid}/terminal`);
  const { page } = watched;
  const card = page.getByRole('region', { name: 'This session runs outside svc' });
  await card.getByText('tmux main:0.0').waitFor();
  await watched.expectAccessible();
  await card.getByRole('button', { name: 'Join' }).click();
  await page.locator('.session-head .tag:visible', { hasText: 'Joined: tmux main:0.0' }).waitFor();
  await page.getByText('you said ask').first().waitFor();
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type('hello from here');
  await page.keyboard.press('Enter');
  await expect.poll(() => tmux('capture-pane', '-p', '-t', 'main')).toContain('you said hello from here');
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await notice(page, 'Left');
  await expect.poll(() => tmux('list-sessions', '-F', '#{session_name}')).toBe('main\n');
  await card.waitFor();
  watched.expectQuiet();
});

/** Somebody who looks at it in a terminal of 120 columns. */
async function somebodyLooks(): Promise<void> {
  const attach = `stty rows 41 cols 120; exec tmux -f /dev/null -S ${join(home, 'tmux')} attach -t main`;
  const env = { ...process.env, TERM: 'xterm-256color', TMUX: '' };
  looking = spawn('script', ['-qec', attach, '/dev/null'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  await expect.poll(() => tmux('list-clients', '-F', '#{client_width}')).toBe('120\n');
}

inDepth('a phone gets the whole window that somebody looks at, and sees of it where the cursor is', async () => {
  await somebodyLooks();
  const watched = await at(`/s/${sid}/terminal`, phone);
  const { page } = watched;
  await page.getByRole('button', { name: 'Join' }).click();
  await page.locator('.session-head .tag:visible', { hasText: /^Joined$/ }).waitFor();
  const line = '0123456789'.repeat(10);
  await expect.poll(() => tmux('list-clients', '-F', '#{client_width}')).toBe('120\n120\n');
  tmux('send-keys', '-t', 'main', line);
  await page.getByText(line).first().waitFor();
  const place = page.locator('.terminal-host');
  await expect.poll(() => place.evaluate((host) => host.scrollLeft)).toBeGreaterThan(0);
  tmux('send-keys', '-t', 'main', 'Enter');
  await page.getByText(`you said ${line}`).first().waitFor();
  await expect.poll(() => place.evaluate((host) => host.scrollLeft)).toBe(0);
  expect(tmux('display-message', '-p', '-t', 'main', '#{window_width}x#{window_height}')).toBe('120x40\n');
  await watched.expectAccessible();
  looking?.kill();
  await expect.poll(() => place.evaluate((host) => host.scrollWidth - host.clientWidth)).toBe(0);
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Leave' }).click();
  await notice(page, 'Left');
  watched.expectQuiet();
});

inDepth('on a phone the ways in stand below the conversation, and it is brought here after a question', async () => {
  const watched = await at(`/s/${sid}/transcript`, phone);
  const { page } = watched;
  await page.getByText('Done.').waitFor();
  await page.locator('.resume-bar').getByRole('button', { name: 'Bring here…' }).click();
  const dialog = page.getByRole('dialog', { name: 'End the program there, and go on here?' });
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Bring here', exact: true }).click();
  await page.getByText('resumed here').first().waitFor();
  expect(tmux('list-sessions')).not.toContain('main');
  watched.expectQuiet();
});

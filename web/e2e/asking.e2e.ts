import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { notice, open } from './browser.ts';
import { inDepth } from './depth.ts';
import { sessionId, writeConversation } from './stores.ts';
import { setStage } from './stage.ts';

/** A program that asks for the clipboard with each line that it gets. */
function writeAsking(home: string): string {
  const file = join(home, 'asking');
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }`,
    `printf 'ready\\n'`,
    `while read -r line; do printf '\\033]52;c;aGVsbG8=\\007asked after %s\\n' "$line"; done`,
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

const stage = setStage((home) => {
  writeConversation(home, { id: sessionId(0), title: 'Asking', folder: 'src/app', said: ['Look.', 'Done.'] });
  return { SVC_ENGINE1_BIN: writeAsking(home) };
});

inDepth(
  'a program’s request for the clipboard is asked about once, and not again when its output is replayed',
  async () => {
    const { page } = await open(stage.browser, stage.service.origin);
    await page.addInitScript(() => {
      localStorage.setItem('svc.screen-reader', '1');
    });
    const screen = page.locator('.xterm-accessibility-tree');
    await page.goto(`/s/engine_1:${sessionId(0)}/terminal`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => screen.textContent()).toContain('ready');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    const asked = await notice(page, 'The program wants to copy 5 characters');
    await asked.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await page.getByText('You type here').waitFor();
    await expect.poll(() => screen.textContent()).toContain('asked after one');
    expect(await page.locator('.toast').count()).toBe(0);
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await notice(page, 'The program wants to copy 5 characters');
  },
);

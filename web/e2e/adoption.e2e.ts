import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closePages, launch, open } from './browser.ts';
import { Service } from './service.ts';
import { sessionId } from './stores.ts';

let service: Service;
let browser: Browser;

/** A stand-in for Codex: with the first prompt it begins to keep its conversation, and only then it has an id. */
function writeMinting(home: string, id: string): string {
  const file = join(home, 'minting');
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo 'codex-cli 0.63.0'; exit 0; }`,
    `printf 'ready\\n> '`,
    'read -r line',
    'at=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)',
    `folder=${home}/.codex/sessions/$(date -u +%Y/%m/%d)`,
    'mkdir -p "$folder"',
    `file="$folder/rollout-$(date -u +%Y-%m-%dT%H-%M-%S)-${id}.jsonl"`,
    `printf '{"timestamp":"%s","type":"session_meta","payload":{"id":"${id}","timestamp":"%s","cwd":"%s","originator":"codex_cli_rs","cli_version":"0.63.0","source":"cli"}}\\n' "$at" "$at" "$PWD" >>"$file"`,
    `printf '{"timestamp":"%s","type":"event_msg","payload":{"type":"user_message","message":"%s"}}\\n' "$at" "$line" >>"$file"`,
    'exec 7>>"$file"',
    `printf 'you said %s\\n> ' "$line"`,
    'while IFS= read -r line; do',
    `  printf 'you said %s\\n> ' "$line"`,
    'done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, (home) => ({ SVC_ENGINE2_BIN: writeMinting(home, sessionId(7)) }));
});

afterEach(() => closePages(browser));

afterAll(async () => {
  await browser.close();
  await service.end();
});

it('a session that gets its real id keeps its terminal, its focus and its page', async () => {
  const { page } = await open(browser, service.origin);
  await page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByText('Codex').click();
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(service.home);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await page.getByText('You type here').waitFor();
  const placeholder = new URL(page.url()).pathname;
  const screen = page.locator('.xterm-accessibility-tree');
  await page.keyboard.type('Fix the cart');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/s/engine_2:${sessionId(7)}**`);
  expect(placeholder).not.toContain(sessionId(7));
  await page.getByRole('heading', { name: 'Fix the cart' }).waitFor();
  await page.keyboard.type('go on');
  await page.keyboard.press('Enter');
  await expect.poll(() => screen.textContent()).toMatch(/you said Fix the cart.*you said go on/s);
  await page.getByRole('tab', { name: 'Transcript' }).click();
  await page.getByRole('tabpanel').getByText('Fix the cart').waitFor();
});

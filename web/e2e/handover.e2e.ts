import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAt, phone } from './browser.ts';
import { inDepth } from './depth.ts';
import { addRecords, addressOf, called, replaced, sessionId, writeConversation, writeStandIn } from './stores.ts';
import { setStage } from './stage.ts';

const secret = `ghp_${'CANARYcanary0123456789'}`;

/** A stand-in for Codex: it keeps what it is told first under an id of its own, and then waits. */
function writeNext(home: string): string {
  const file = join(home, 'next');
  const begun = `${home}/.codex/sessions/$(date -u +%Y/%m/%d)`;
  const script = [
    '#!/bin/sh',
    `[ "$1" = --version ] && { echo 'codex-cli 0.63.0'; exit 0; }`,
    'for last in "$@"; do :; done',
    `printf '%s' "$last" >${home}/told`,
    'id=$(cat /proc/sys/kernel/random/uuid)',
    'at=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)',
    `mkdir -p "${begun}"`,
    `file="${begun}/rollout-$(date -u +%Y-%m-%dT%H-%M-%S)-$id.jsonl"`,
    `printf '{"timestamp":"%s","type":"session_meta","payload":{"id":"%s","timestamp":"%s","cwd":"%s","originator":"codex_cli_rs","cli_version":"0.63.0","source":"cli"}}\\n' "$at" "$id" "$at" "$PWD" >>"$file"`,
    `printf '{"timestamp":"%s","type":"event_msg","payload":{"type":"user_message","message":"Going on"}}\\n' "$at" >>"$file"`,
    'exec 7>>"$file"',
    `printf 'going on\\n> '`,
    'while IFS= read -r line; do :; done',
  ];
  writeFileSync(file, `${script.join('\n')}\n`);
  chmodSync(file, 0o755);
  return file;
}

const stage = setStage((home) => {
  const told = {
    id: sessionId(0),
    title: 'Mend the cart',
    folder: 'src/app',
    said: ['Make the cart add up.', 'Looking.', `Whole cents. The key is ${secret}`, 'It adds up. Shall I do the tax?'],
  };
  writeConversation(home, told);
  addRecords(home, told, [
    ...replaced('a', join(home, 'src/app/cart.ts'), 'const total = 0;\n', 'total = 0', 'total = sum()'),
    ...called('b', 'Bash', { command: 'sed -i s/old/new/ README.md', description: 'Rename' }),
  ]);
  return { SVC_ENGINE1_BIN: writeStandIn(home), SVC_ENGINE2_BIN: writeNext(home) };
});

const read = (name: string) => {
  const file = join(stage.service.home, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

it('a session goes on in another program, with a first prompt that was shown and changed before', async () => {
  const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(0)}/transcript`);
  const { page } = watched;
  await page.locator('.session-head').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Continue in…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Continue in…' });
  const prompt = dialog.getByLabel('What it is told first');
  await expect
    .poll(() => prompt.inputValue())
    .toMatch(/> Make the cart add up\.[^]*> It adds up\. Shall I do the tax\?/);
  expect(await prompt.inputValue()).not.toContain(secret);
  expect(await prompt.inputValue()).toContain('- cart.ts (+1 −1)\n');
  expect(await prompt.inputValue()).toContain('Commands that may have written files: 1.');
  await dialog.getByText('1 secret was masked in it.').waitFor();
  await expect.poll(() => dialog.getByRole('radio', { name: 'Codex' }).isChecked()).toBe(true);
  expect(existsSync(join(stage.service.home, 'svc/handed'))).toBe(false);
  await watched.expectAccessible();
  await prompt.fill(`${await prompt.inputValue()}\nDo the tax.`);
  await dialog.getByRole('button', { name: 'Start it' }).click();

  const back = page.locator('.session-head').getByRole('link', { name: 'Continues Claude Code' });
  await page.waitForURL(/\/s\/engine_2:(?!new-)/);
  await back.waitFor();
  expect(read('told')).toMatch(/Do the tax\.$/);
  const file = /as Markdown: (\S+)/.exec(read('told'))?.[1] ?? '';
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('Make the cart add up.');
  expect(written).not.toContain(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await watched.expectAccessible();

  const next = new URL(page.url()).pathname.split('/')[2] ?? '';
  await back.click();
  const there = page.locator('.session-head').getByRole('link', { name: 'Continued in Codex' });
  await there.waitFor();
  expect(await there.getAttribute('href')).toContain(next);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('cell', { name: 'Continued in another session' }).waitFor();
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => there.count()).toBe(0);
  await page.goto(`/s/${next}/history`);
  await page.getByRole('cell', { name: 'Continues another session' }).first().waitFor();
  expect(await back.count()).toBe(0);
  watched.expectQuiet();
});

inDepth('on a phone, in German, the text and the button are in reach', async () => {
  const options = { viewport: phone, locale: 'de-DE', hasTouch: true, isMobile: true };
  const watched = await openAt(stage.browser, stage.service.origin, `${addressOf(0)}/transcript`, options);
  const { page } = watched;
  await page.locator('.session-head').getByRole('button', { name: 'Mehr' }).click();
  await page.getByRole('menuitem', { name: 'Fortsetzen in …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fortsetzen in …' });
  await expect.poll(() => dialog.getByLabel('Was ihm zuerst gesagt wird').inputValue()).toContain('Make the cart');
  await watched.expectAccessible();
  const box = await dialog.getByRole('button', { name: 'Starten' }).boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
  watched.expectQuiet();
});

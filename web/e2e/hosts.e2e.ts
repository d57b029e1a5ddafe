import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { closePages, launch, open, phone, type Watched } from './browser.ts';
import { deep, inDepth } from './depth.ts';
import { Service } from './service.ts';
import { sessionId, writeConversation, writeStandIn } from './stores.ts';
import { until } from '../test/patience.ts';

/** Two hosts of one fleet: everything here is done on the page of the second one. */
let browser: Browser;
let forge: Service;
let laptop: Service;
let nats: ChildProcess;

const there = `engine_1:${sessionId(1)}@forge-1`;

function furnish(title: string, number: number) {
  return (home: string) => {
    writeConversation(home, {
      id: sessionId(number),
      title,
      folder: 'src/shop',
      said: ['Please look at the basket.', 'It is mended.'],
    });
    return { SVC_ENGINE1_BIN: writeStandIn(home), SVC_FLEET_ALLOW: 'drive', SVC_PROJECT_ROOTS: join(home, 'src') };
  };
}

/** Starts a broker in a folder; the address at which it listens. */
async function broker(folder: string): Promise<string> {
  mkdirSync(folder);
  const ports = join(folder, 'ports');
  mkdirSync(ports);
  nats = spawn(
    'nats-server',
    ['-js', '-sd', join(folder, 'store'), '-a', '127.0.0.1', '-p', '-1', '--ports_file_dir', ports],
    {
      stdio: 'ignore',
    },
  );
  let address = '';
  await until(() => {
    const [file] = readdirSync(ports);
    if (file) address = /nats:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(join(ports, file), 'utf8'))?.[0] ?? '';
    return address !== '';
  });
  return address;
}

/** Runs a command while the service is down, so that it begins with what the command set. */
async function settled(service: Service, ...words: string[]): Promise<void> {
  await service.down();
  await service.run(words);
  await service.up();
}

beforeAll(async () => {
  if (!deep) return;
  browser = await launch();
  forge = await Service.start({}, furnish('Mend the basket', 1));
  laptop = await Service.start({}, furnish('Slides for Monday', 2));
  await settled(forge, 'fleet', 'init', await broker(join(forge.home, 'nats')), '--name', 'forge-1');
  const word = /svc fleet join '([^']+)'/.exec(await forge.run(['fleet', 'invite']))?.[1] ?? '';
  await settled(laptop, 'fleet', 'join', word, '--name', 'laptop-3');
  await until(async () => (await onlineHosts()).includes('forge-1'));
});

async function onlineHosts(): Promise<string[]> {
  const answer = await fetch(`${laptop.origin}/api/hosts`);
  const { hosts } = (await answer.json()) as { hosts: { name: string; online: boolean }[] };
  return hosts.filter(({ online }) => online).map(({ name }) => name);
}

afterEach(async () => {
  if (deep) await closePages(browser);
});

afterAll(async () => {
  if (!deep) return;
  await browser.close();
  await laptop.end();
  const over = once(nats, 'exit');
  nats.kill('SIGTERM');
  await over;
  await forge.end();
});

async function listed(options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await open(browser, laptop.origin, options);
  await watched.page.addInitScript(() => {
    localStorage.setItem('svc.screen-reader', '1');
  });
  await watched.page.goto('/');
  await watched.page
    .getByRole('option', { name: /Mend the basket.*forge-1/ })
    .first()
    .waitFor();
  return watched;
}

async function says(page: Page, text: string): Promise<void> {
  const screen = page.locator('.xterm-accessibility-tree');
  await expect.poll(async () => (await screen.textContent())?.replaceAll('\u00a0', ' ')).toContain(text);
}

/** What the other host itself has. */
async function own(): Promise<{ title: string; sticky: boolean }> {
  const answer = await fetch(`${forge.origin}/api/sessions/engine_1:${sessionId(1)}`);
  return (await answer.json()) as { title: string; sticky: boolean };
}

describe.each<[string, BrowserContextOptions]>([
  ['a desk', {}],
  ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
])('a session of another host, on %s', (_, options) => {
  inDepth('is in the list with its host, is read, and is organised there', async () => {
    const watched = await listed(options);
    const { page } = watched;
    await page.goto(`/s/${there}/transcript`);
    await page.getByText('It is mended.').waitFor();
    await watched.expectAccessible();
    const before = (await own()).sticky;
    await page.keyboard.press('s');
    await expect.poll(async () => (await own()).sticky).toBe(!before);
    watched.expectQuiet();
  });

  inDepth('is resumed there, and takes what is typed here', async () => {
    const watched = await listed(options);
    const { page } = watched;
    await page.goto(`/s/${there}/terminal`);
    const resume = page.getByRole('button', { name: 'Resume' });
    await resume.or(page.locator('.xterm-accessibility-tree')).first().waitFor();
    if (await resume.isVisible()) await resume.click();
    await says(page, 'stand-in ready');
    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('from afar');
    await page.keyboard.press('Enter');
    await says(page, 'you said from afar');
    watched.expectQuiet();
  });
});

inDepth('a session is begun on another host, with its command, and opens here', async () => {
  const watched = await listed();
  const { page } = watched;
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByLabel('Host').selectOption('forge-1');
  const folder = dialog.getByRole('combobox', { name: 'Folder' });
  await expect.poll(() => folder.inputValue()).toContain('src/shop');
  await dialog.getByText('stand-in', { exact: false }).first().waitFor();
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await says(page, 'stand-in ready');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('@forge-1/terminal');
  watched.expectQuiet();
});

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { desktop, launch } from '../browser.ts';
import { page as dist } from '../places.ts';
import { Service } from '../service.ts';
import { sessionId, writeConversation } from '../stores.ts';
import { bareEchoes, echoes, median, probe, quantile, spread } from './measure.ts';

const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 5);
const sessions = Number(process.env['SVC_BENCH_SESSIONS'] ?? 10_000);
const sid = (number: number) => `engine_1:${sessionId(number)}`;
const lines: string[] = [];
let service: Service;
let browser: Browser;

function report(what: string, goal: string, measured: string): void {
  lines.push(`| ${what} | ${goal} | ${measured} |`);
}

/** Prints its position, floods eight megabytes on command; the echo of a key is the kernel's own. */
const program = String.raw`#!/bin/sh
[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }
printf 'ready in %s\n' "$PWD"
while IFS= read -r line; do
  [ "$line" = flood ] || continue
  yes "$(printf '\033[32mok\033[0m The quick brown fox jumps over the lazy dog, again and again, and \033[1monce\033[0m more.')" | head -c 8800000
  printf '\033[0m\nEND-OF-FLOOD\n'
done
`;

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, (home) => {
    for (let at = 0; at < sessions; at++)
      writeConversation(home, {
        id: sessionId(at),
        title: `Session number ${String(at)}`,
        folder: `src/p${String(at % 40)}`,
        said: ['Please look.', 'Done.'],
        minutesOld: at * 7,
      });
    const file = join(home, 'program');
    writeFileSync(file, program);
    chmodSync(file, 0o755);
    return { SVC_ENGINE1_BIN: file };
  });
  for (let total = 0; total < sessions;) {
    const answer = (await (await fetch(`${service.origin}/api/sessions?limit=1`)).json()) as { total: number };
    total = answer.total;
    await new Promise((next) => setTimeout(next, 500));
  }
});

afterAll(async () => {
  await browser.close();
  await service.end();
  console.log(['', '| what | goal | measured |', '| --- | --- | --- |', ...lines, ''].join('\n'));
});

async function fresh(): Promise<{ context: BrowserContext; page: Page; scripts: Set<string> }> {
  const context = await browser.newContext({ viewport: desktop, baseURL: service.origin, serviceWorkers: 'block' });
  await context.addInitScript(probe);
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  return { context, page, scripts };
}

async function shown(): Promise<{ context: BrowserContext; page: Page; scripts: Set<string> }> {
  const all = await fresh();
  await all.page.goto('/');
  await all.page.waitForFunction(() => window.svcBench.listAt > 0);
  return all;
}

function zipped(scripts: Iterable<string>): number {
  return [...scripts].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length, 0);
}

async function resumed(page: Page, number: number): Promise<void> {
  await page.goto(`/s/${sid(number)}/terminal`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('You type here').waitFor();
}

it('what is shipped, and the first list', async () => {
  const [took, empty]: number[][] = [[], []];
  let shipped = 0;
  for (let round = 0; round < rounds; round++) {
    const bare = await fresh();
    await bare.page.goto('/icon.svg');
    empty?.push(await bare.page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? 0));
    await bare.context.close();
    const { context, page, scripts } = await shown();
    took?.push(await page.evaluate(() => window.svcBench.listAt));
    shipped = zipped(scripts);
    await context.close();
  }
  const { context, page, scripts } = await shown();
  await resumed(page, 0);
  const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  report('JavaScript asked for until the list is painted, gzip -9', '≤ 80 kB', kilo(shipped));
  report('JavaScript with a live terminal, gzip -9', '≤ 220 kB', kilo(zipped(scripts)));
  report(
    `first list painted, of ${String(sessions)} sessions, nothing cached, ${String(rounds)} rounds`,
    '≤ 500 ms',
    `${spread(took ?? [])} ms; an empty answer in the same browser: ${spread(empty ?? [])} ms`,
  );
  await context.close();
});

it('scrolling', async () => {
  const { context, page } = await shown();
  await page.evaluate(async () => {
    const rows = document.querySelector('.rows');
    if (!rows) return;
    for (let height = 0; height < rows.scrollHeight;) {
      height = rows.scrollHeight;
      rows.scrollTop = height;
      for (let wait = 0; wait < 40 && rows.scrollHeight === height; wait++)
        await new Promise((next) => setTimeout(next, 50));
    }
    rows.scrollTop = 0;
  });
  const metrics = await context.newCDPSession(page);
  await metrics.send('Performance.enable');
  const busy = async () =>
    1000 *
    ((await metrics.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0);
  const still = await page.evaluate(() => window.svcBench.frames(3000, () => undefined));
  const before = await busy();
  const moving = await page.evaluate(() => {
    const rows = document.querySelector('.rows');
    return window.svcBench.frames(8000, () => rows?.scrollBy(0, 160));
  });
  const work = (await busy()) - before;
  const slow = (gaps: number[]) => `${String(gaps.filter((gap) => gap > 32).length)} of ${String(gaps.length)}`;
  report(
    `${String(sessions)} rows scrolled five rows a frame for 8 s: frames over 32 ms`,
    '0',
    `${slow(moving)}, longest ${Math.max(...moving).toFixed(0)} ms; standing still: ${slow(still)}`,
  );
  report('the same: work of the main thread for a frame', '', `${(work / moving.length).toFixed(1)} ms`);
  await context.close();
});

it('a key and its echo', async () => {
  const { context, page } = await shown();
  await resumed(page, 1);
  await resumed(page, 2);
  await page.goto(`/s/${sid(1)}/terminal`);
  await page.getByText('You type here').waitFor();
  const [painted, bare, ttyd]: number[][] = [[], [], []];
  const other = await besideTtyd(context);
  await echoes(page, 60);
  for (let round = 0; round < rounds; round++) {
    await page.bringToFront();
    painted?.push(...(await echoes(page, 120)));
    bare?.push(...(await bareEchoes(page, sid(2), 120)));
    if (other) {
      await other.page.bringToFront();
      ttyd?.push(...(await echoes(other.page, 120)));
    }
  }
  other?.end();
  const say = (all: number[] = []) => `${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)} ms`;
  const beside = other ? `; ttyd's page: ${say(ttyd)}` : '; ttyd is not installed here';
  report(
    `key press to painted echo, p50 / p99 of ${String(painted?.length)}`,
    '',
    `${say(painted)}; the socket alone: ${say(bare)}${beside}`,
  );
  await context.close();
});

/** ttyd with the same kind of program, where somebody has installed it. */
async function besideTtyd(context: BrowserContext): Promise<{ page: Page; end: () => void } | undefined> {
  if (spawnSync('ttyd', ['--version']).error) return undefined;
  const child = spawn('ttyd', ['-W', '-p', '7689', '-i', '127.0.0.1', '-t', 'rendererType=dom', 'cat']);
  await new Promise((next) => setTimeout(next, 1000));
  const page = await context.newPage();
  await page.goto('http://127.0.0.1:7689/');
  await page.locator('.xterm-rows').waitFor();
  return { page, end: () => child.kill() };
}

it('switching and attaching', async () => {
  const { context, page } = await shown();
  await resumed(page, 3);
  await page.getByRole('option', { name: 'Session number 4,' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('You type here').waitFor();
  await page.keyboard.type('flood\n');
  await page.locator('.xterm-rows').getByText('END-OF-FLOOD').waitFor({ timeout: 120_000 });
  const switches: number[] = [];
  for (let at = 0; at < rounds * 6; at++) switches.push(await page.evaluate(switchTo, at % 2 === 0 ? 3 : 4));
  report('switch between two live sessions, one with 8 MB behind it', '≤ 50 ms', `${spread(switches)} ms`);
  await context.close();
  const attaches: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const again = await shown();
    await again.page.goto(`/s/${sid(4)}/terminal`);
    attaches.push(
      await again.page.evaluate(async () => {
        const rows = () => document.querySelector('.xterm-rows')?.textContent ?? '';
        return (await window.svcBench.until(() => rows().includes('END-OF-FLOOD'))) - window.svcBench.dialled;
      }),
    );
    await again.context.close();
  }
  report('attach with 8 MB of ring to a painted screen', '≤ 400 ms', `${spread(attaches)} ms`);
  if (median(attaches) === 0) throw new Error('nothing was measured');
});

async function switchTo(number: number): Promise<number> {
  const wanted = `Session number ${String(number)}`;
  const option = document.querySelector<HTMLElement>(`[role=option][aria-label^="${wanted},"]`);
  const shows = () =>
    document.querySelector('.session-title')?.textContent.trim() === wanted &&
    (document.querySelector('.xterm-rows')?.textContent ?? '').includes(number === 4 ? 'END-OF-FLOOD' : `/p3`);
  const begun = performance.now();
  option?.click();
  return (await window.svcBench.until(shows)) - begun;
}

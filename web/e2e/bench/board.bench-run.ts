import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { desktop, launch } from '../browser.ts';
import { Service } from '../service.ts';
import { sessionId } from '../stores.ts';
import { furnish } from './furnish.ts';
import { spread } from './measure.ts';

const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 5);
const live = Number(process.env['SVC_BENCH_LIVE'] ?? 40);
const seconds = 10;
/** In which the kernel counts a process's time. */
const ticks = 100;
const lines: string[] = [];
let service: Service;
let browser: Browser;

/** Ten lines a second, in one process. */
const program = String.raw`#!/usr/bin/env python3
import sys, time
if sys.argv[1:2] == ['--version']:
    print('2.1.330 (Claude Code)')
    sys.exit()
at = 0
while True:
    at += 1
    print(f'\033[32mok\033[0m {at} a line of a program that works, about as long as such lines are', flush=True)
    time.sleep(0.1)
`;

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, (home) => furnish(home, live, program));
});

afterAll(async () => {
  await browser.close();
  await service.end();
  console.log(['', '| what | goal | measured |', '| --- | --- | --- |', ...lines, ''].join('\n'));
});

async function serverPid(): Promise<number> {
  const answer = (await (await fetch(`${service.origin}/api/system`)).json()) as { pid: number };
  return answer.pid;
}

/** Processor time of a process so far, in seconds. */
function used(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

interface Round {
  page: number;
  server: number;
  bytes: number;
}

/** Shares of one processor in percent, and bytes that reached the page in a second. */
async function round(cdp: CDPSession, pid: number, page: Page): Promise<Round> {
  let bytes = 0;
  const count = (event: { dataLength: number }) => (bytes += event.dataLength);
  cdp.on('Network.dataReceived', count);
  const work = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find((one) => one.name === 'TaskDuration')?.value ?? NaN;
  };
  const [workBefore, serverBefore, begun] = [await work(), used(pid), performance.now()];
  await page.waitForTimeout(seconds * 1000);
  const [workAfter, serverAfter, took] = [await work(), used(pid), (performance.now() - begun) / 1000];
  cdp.off('Network.dataReceived', count);
  return {
    page: (100 * (workAfter - workBefore)) / took,
    server: (100 * (serverAfter - serverBefore)) / took,
    bytes: bytes / took,
  };
}

it('the board, and the same programs without it', async () => {
  const context = await browser.newContext({ viewport: desktop, baseURL: service.origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  for (let at = 0; at < live; at++) {
    await page.goto(`/s/engine_1:${sessionId(at)}/terminal`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('You type here').waitFor();
  }
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('Network.enable');
  const pid = await serverPid();
  const [with_, without]: [Round[], Round[]] = [[], []];
  for (let at = 0; at < rounds; at++) {
    await page.goto('/settings/general');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForTimeout(2000);
    without.push(await round(cdp, pid, page));
    await page.goto('/board');
    await page
      .locator('.tile')
      .nth(Math.min(live, 8) - 1)
      .waitFor();
    await page.waitForTimeout(2000);
    with_.push(await round(cdp, pid, page));
  }
  const tiles = await page.locator('.tile').count();
  const say = (of: (one: Round) => number, digits = 0) =>
    `${spread(with_.map(of), digits)}; without ${spread(without.map(of), digits)}`;
  lines.push(
    `| board with ${String(tiles)} tiles, ${String(live)} programs of 10 lines/s: the page's main thread, % of a processor | | ${say((one) => one.page)} |`,
  );
  lines.push(`| the same: the server, % of a processor | | ${say((one) => one.server)} |`);
  lines.push(`| the same: kB/s to the page | | ${say((one) => one.bytes / 1000, 1)} |`);
  await context.close();
});

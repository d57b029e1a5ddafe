import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { desktop, launch } from '../browser.ts';
import { Service } from '../service.ts';
import { sessionId } from '../stores.ts';
import { furnish } from './furnish.ts';
import { echoes, probe, quantile, spread } from './measure.ts';

const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 5);
const sid = (number: number) => `engine_1:${sessionId(number)}`;
const four = `/s/${sid(0)}?split=r~d~.~${sid(2)}~d~${sid(1)}~${sid(3)}`;
const lines: string[] = [];
let service: Service;
let browser: Browser;

/** The echo of a key is the kernel's own. */
const program = String.raw`#!/bin/sh
[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit 0; }
printf 'ready\n'
exec cat >/dev/null
`;

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, (home) => furnish(home, 6, program));
});

afterAll(async () => {
  await browser.close();
  await service.end();
  console.log(['', '| what | goal | measured |', '| --- | --- | --- |', ...lines, ''].join('\n'));
});

async function fresh(): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, baseURL: service.origin, serviceWorkers: 'block' });
  await context.addInitScript(probe);
  return context.newPage();
}

it('a key and its echo, alone and in each of four panes', async () => {
  const page = await fresh();
  for (let at = 0; at < 6; at++) {
    await page.goto(`/s/${sid(at)}/terminal`);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('You type here').waitFor();
  }
  const say = (all: number[]) => `${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)} ms`;
  await echoes(page, 60);
  const alone: number[] = [];
  for (let round = 0; round < rounds; round++) alone.push(...(await echoes(page, 60)));
  lines.push(`| key press to painted echo in one pane, p50 / p99 of ${String(alone.length)} | | ${say(alone)} |`);
  await page.goto(four);
  await page.getByText('You type in pane 1').waitFor();
  const panes: number[][] = [[], [], [], []];
  for (let round = 0; round < rounds; round++)
    for (const [at, all] of panes.entries()) all.push(...(await echoes(page, 60, `[data-pane="${String(at + 1)}"]`)));
  for (const [at, all] of panes.entries())
    lines.push(`| the same in pane ${String(at + 1)} of four, p50 / p99 of ${String(all.length)} | | ${say(all)} |`);
  await page.context().close();
});

it('a second session beside the first', async () => {
  const page = await fresh();
  const took: number[] = [];
  for (let round = 0; round < rounds * 3; round++) {
    await page.goto(`/s/${sid(0)}/terminal`);
    await page.getByText('You type here').waitFor();
    await page.keyboard.press('Control+Shift+L');
    // The open session is the last of the list.
    await page.getByRole('listbox').press('ArrowUp');
    const shown = page.evaluate(besideShown);
    await page.keyboard.press('v');
    took.push(await shown);
  }
  lines.push(`| a second pane, from the key to its painted terminal | | ${spread(took.slice(1))} ms |`);
  await page.context().close();
});

it('another session in one of four panes', async () => {
  const page = await fresh();
  await page.goto(four);
  await page.getByText('You type in pane 1').waitFor();
  const took: number[] = [];
  for (let at = 0; at < rounds * 6; at++) took.push(await page.evaluate(switchTo, at % 2 === 0 ? 4 : 5));
  // The first of each dials its terminal; from then on it is kept.
  lines.push(`| switch of the session in one of four panes | ≤ 50 ms | ${spread(took.slice(2))} ms |`);
  await page.context().close();
});

async function besideShown(): Promise<number> {
  let begun = 0;
  document.addEventListener('keydown', () => (begun = performance.now()), { capture: true, once: true });
  const shows = () => {
    const panes = [...document.querySelectorAll('.split-pane')];
    return (
      panes.length === 2 && panes.every((pane) => pane.querySelector('.xterm-rows')?.textContent.includes('ready'))
    );
  };
  return (await window.svcBench.until(shows)) - begun;
}

async function switchTo(number: number): Promise<number> {
  const wanted = `Session number ${String(number)}`;
  const option = document.querySelector<HTMLElement>(`[role=option][aria-label^="${wanted},"]`);
  const pane = () => document.querySelector('.split-pane.is-focused');
  const shows = () =>
    pane()?.querySelector('.pane-title')?.textContent.trim() === wanted &&
    (pane()?.querySelector('.xterm-rows')?.textContent ?? '').includes('ready');
  const begun = performance.now();
  option?.click();
  return (await window.svcBench.until(shows)) - begun;
}

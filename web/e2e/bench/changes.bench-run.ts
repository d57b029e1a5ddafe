import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { desktop, launch } from '../browser.ts';
import { Service } from '../service.ts';
import { addRecords, addressOf, replaced, sessionId, writeConversation, writeStandIn, type Told } from '../stores.ts';
import { probe, quantile, spread } from './measure.ts';

const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 5);
const lines: string[] = [];
/** Each other line is another one: the diff has 5,000 lines. */
const count = 3_334;
const line = (at: number, how: string) =>
  `  const total${String(at)} = ${how}(order.lines[${String(at)}], "EUR", { rounding: 2 }); // line ${String(at)}`;
const file = (how: string) => Array.from({ length: count }, (_, at) => line(at, at % 2 ? how : 'sum')).join('\n');
let service: Service;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
  service = await Service.start({}, (home) => {
    const told: Told = { id: sessionId(0), title: 'Large', folder: 'src/app', said: ['Go.', 'Done.'] };
    writeConversation(home, told);
    const path = join(home, 'src', 'app', 'totals.ts');
    addRecords(home, told, replaced('a', path, file('add'), file('add'), file('subtract')));
    return { SVC_ENGINE1_BIN: writeStandIn(home) };
  });
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

it('a diff of 5,000 lines is opened, and scrolled from its beginning to its end', async () => {
  const opened: number[] = [];
  for (const [name, side] of [
    ['side by side', true],
    ['inline', false],
  ] as const) {
    const gaps: number[] = [];
    let work = 0;
    for (let round = 0; round < rounds; round++) {
      const page = await fresh();
      await page.addInitScript((chosen) => {
        if (!chosen) localStorage.setItem('svc.diff-layout', 'inline');
      }, side);
      await page.goto(`${addressOf(0)}/transcript`);
      await page.locator('article.turn').first().waitFor();
      opened.push(await page.evaluate(openChanges));
      const session = await page.context().newCDPSession(page);
      // What the page's thread works, whatever else the host does meanwhile.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const taskTime = async () => {
        const { metrics } = await session.send('Performance.getMetrics');
        return metrics.find((one) => one.name === 'TaskDuration')?.value ?? NaN;
      };
      const before = await taskTime();
      const all = await page.evaluate(scrollThrough);
      work += (1_000 * ((await taskTime()) - before)) / all.length;
      gaps.push(...all);
      await page.context().close();
    }
    const say = (share: number) => quantile(gaps, share).toFixed(1);
    lines.push(
      `| 5,000 lines ${name}, scrolled 240 px a frame: frame p50 / p95 / p99 of ${String(gaps.length)}; work a frame | ≤ 16.7 ms | ${say(0.5)} / ${say(0.95)} / ${say(0.99)} ms; ${(work / rounds).toFixed(1)} ms |`,
    );
  }
  lines.push(`| the tab of a diff of 5,000 lines, from the click to its painted lines | | ${spread(opened)} ms |`);
});

async function openChanges(): Promise<number> {
  const begun = performance.now();
  document.querySelector<HTMLElement>('[data-tab=changes]')?.click();
  return (await window.svcBench.until(() => document.querySelectorAll('.diff-c').length > 20)) - begun;
}

function scrollThrough(): Promise<number[]> {
  const pane = document.querySelector<HTMLElement>('.diffs');
  let by = 240;
  return window.svcBench.frames(4_000, () => {
    if (!pane) return;
    if (pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 1) by = -240;
    else if (pane.scrollTop <= 0) by = 240;
    pane.scrollTop += by;
  });
}

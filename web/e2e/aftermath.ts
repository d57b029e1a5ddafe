import type { Browser, Page, WebSocket } from 'playwright-core';
import { getCurrentTest } from 'vitest/suite';
import { Service } from './service.ts';

const most = 4000; // characters of one thing that is printed
const framesKept = 15;
const frames = new WeakMap<Page, string[]>();

/** Records the last frames of a page's sockets. */
export function listenTo(page: Page): void {
  const said: string[] = [];
  frames.set(page, said);
  page.on('websocket', (socket: WebSocket) => {
    const note = (words: string) => {
      said.push(words);
      if (said.length > framesKept) said.shift();
    };
    const frame = (way: string) => (data: { payload: string | Buffer }) => {
      note(typeof data.payload === 'string' ? `${way} ${data.payload}` : `${way} ${String(data.payload.length)} bytes`);
    };
    note(`opened ${socket.url()}`);
    socket.on('framereceived', frame('<'));
    socket.on('framesent', frame('>'));
    socket.on('close', () => {
      note('closed');
    });
  });
}

/** A failure that cannot be reproduced is understood from what its pages showed and what its service printed. */
export async function tellOfFailure(browser: Browser): Promise<void> {
  if (getCurrentTest()?.result?.state !== 'fail') return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  const told = await Promise.all(pages.map(describe));
  const said = Service.running.map((service) => `The service said: ${service.output.slice(-most)}`);
  console.error(['What was there when the test failed:', ...told, ...said].join('\n'));
}

async function describe(page: Page): Promise<string> {
  const main = page.locator('main, [role=dialog]').last();
  const words = await main.ariaSnapshot().catch((failed: unknown) => `not readable: ${String(failed)}`);
  const filled = words.split('\n').filter((line) => !/^\s*- listitem$/.test(line));
  const said = (frames.get(page) ?? []).map((one) => one.slice(0, 400));
  return [`Page ${page.url()}`, filled.join('\n').slice(0, most), ...said].join('\n');
}

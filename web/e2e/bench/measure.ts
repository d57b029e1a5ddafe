import type { Page } from 'playwright-core';

/** What is measured inside the page; strings, because it runs there. */
export const probe = `
  window.svcBench = {
    listAt: 0,
    dialled: 0,
    /** After the next frame has been drawn. */
    painted: () => new Promise((done) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now());
      channel.port2.postMessage(0);
    })),
    /** Asked before each frame, until it holds and has been drawn. */
    until: async (holds) => {
      while (!holds()) await new Promise((next) => requestAnimationFrame(next));
      return window.svcBench.painted();
    },
    frames: async (ms, move) => {
      const gaps = [];
      const end = performance.now() + ms;
      let last = await new Promise((next) => requestAnimationFrame(next));
      while (last < end) {
        move();
        const now = await new Promise((next) => requestAnimationFrame(next));
        gaps.push(now - last);
        last = now;
      }
      return gaps;
    },
  };
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[role=option]')) return;
    observer.disconnect();
    window.svcBench.painted().then((at) => (window.svcBench.listAt = at));
  }).observe(document, { childList: true, subtree: true });
  window.WebSocket = class extends WebSocket {
    constructor(url) {
      super(url);
      window.svcBench.dialled = performance.now();
    }
  };
`;

export interface Bench {
  listAt: number;
  dialled: number;
  painted: () => Promise<number>;
  until: (holds: () => boolean) => Promise<number>;
  frames: (ms: number, move: () => void) => Promise<number[]>;
}

declare global {
  interface Window {
    svcBench: Bench;
    svcEcho: number | undefined;
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Median and extremes, as the tables show them. */
export function spread(values: readonly number[], digits = 0): string {
  const say = (value: number) => value.toFixed(digits);
  return `${say(median(values))} (${say(Math.min(...values))} .. ${say(Math.max(...values))})`;
}

/** From the press of each key to the frame that shows its echo. */
export async function echoes(page: Page, keys: number, within = 'body'): Promise<number[]> {
  const took: number[] = [];
  await page.locator(`${within} .xterm-helper-textarea`).first().focus();
  for (let at = 0; at < keys; at++) {
    await page.evaluate(watchNextKey, within);
    await page.keyboard.press(at % 60 === 59 ? 'Enter' : 'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26));
    took.push(
      (await (await page.waitForFunction(() => window.svcEcho, undefined, { timeout: 20_000 })).jsonValue()) ?? NaN,
    );
  }
  return took;
}

/** Leaves in `svcEcho` what the next key took. */
function watchNextKey(within: string): void {
  const rows = document.querySelector(`${within} .xterm-rows`);
  if (!rows) throw new Error('The terminal is not drawn as text here: measure where there is no graphics card.');
  window.svcEcho = undefined;
  let pressed = 0;
  addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true, capture: true });
  const observer = new MutationObserver(() => {
    if (pressed === 0) return;
    observer.disconnect();
    void window.svcBench.painted().then((at) => (window.svcEcho = at - pressed));
  });
  observer.observe(rows, { childList: true, subtree: true, characterData: true });
}

/** The same bytes over a socket of our own in the same page, without any drawing: what the way there and back costs. */
export function bareEchoes(page: Page, sid: string, keys: number): Promise<number[]> {
  return page.evaluate(
    async ([id, count]) => {
      const socket = new WebSocket(`ws://${location.host}/ws/term/${id}?cols=80&rows=24&viewer=bench`);
      socket.binaryType = 'arraybuffer';
      const next = () =>
        new Promise<MessageEvent>((done) => {
          socket.addEventListener('message', done, { once: true });
        });
      for (let live = false; !live;) {
        const { data } = (await next()) as { data: unknown };
        live = typeof data === 'string' && data.includes('"live"');
      }
      const took: number[] = [];
      for (let at = 0; at < count; at++) {
        const begun = performance.now();
        socket.send(new TextEncoder().encode(at % 60 === 59 ? '\r' : 'x'));
        for (let echoed = false; !echoed;) echoed = typeof ((await next()) as { data: unknown }).data !== 'string';
        took.push(performance.now() - begun);
        await new Promise((done) => setTimeout(done, 5));
      }
      socket.close();
      return took;
    },
    [sid, keys] as const,
  );
}

import { expect, it } from 'vitest';
import type { Earlier } from '../earlier.svelte';
import { RunOn } from './runon.svelte';

/** A terminal of 400 pixels, and older text of 1000 above it once it was asked for. */
function runOn(isAtStart = true) {
  const asked: string[] = [];
  const scroller = { scrollTop: 0, scrollHeight: 400, clientHeight: 400 };
  const earlier = {
    open: false,
    complete: false,
    begin: () => {
      asked.push('begin');
      earlier.open = true;
      scroller.scrollHeight += 1000;
      return Promise.resolve();
    },
    older: () => {
      asked.push('older');
      scroller.scrollHeight += 1000;
      return Promise.resolve();
    },
  };
  const screen = { text: '', overflowed: false, isAtStart, terminal: { cols: 80 } };
  const it = new RunOn({ turns: 4, shortened: false, screen }, earlier as unknown as Earlier);
  it.scroller = scroller;
  return { it, scroller, earlier, asked };
}

const up = { deltaY: -120, deltaMode: 0, ctrlKey: false };
const down = { ...up, deltaY: 120 };
const settled = () => new Promise((done) => setTimeout(done));

it('goes one step up into what is older, with the terminal where it was', async () => {
  const { it: both, scroller, asked } = runOn();
  expect(both.wheel(up)).toBe(true);
  await settled();
  expect(asked).toEqual(['begin']);
  expect(scroller.scrollTop).toBe(1000 - 120);
});

it('leaves the wheel to the terminal until its own beginning is reached, and when nothing is below', () => {
  const { it: both, asked } = runOn(false);
  expect([both.wheel(up), both.wheel(down), both.wheel({ ...up, ctrlKey: true })]).toEqual([false, false, false]);
  expect(asked).toEqual([]);
});

it('scrolls back down to the terminal, by lines as well as by pixels', async () => {
  const { it: both, scroller } = runOn();
  both.wheel(up);
  await settled();
  expect(both.wheel({ ...down, deltaY: 3, deltaMode: 1 })).toBe(true);
  expect(scroller.scrollTop).toBe(880 + 60);
  both.toTerminal();
  expect(scroller.scrollTop).toBe(1400);
});

it('asks for the next page before the end of what is there, and keeps what is being read in its place', async () => {
  const { it: both, scroller, asked, earlier } = runOn();
  both.pageUp();
  await settled();
  scroller.scrollTop = 150;
  both.scrolled();
  await settled();
  expect(asked).toEqual(['begin', 'older']);
  expect(scroller.scrollTop).toBe(1150);
  earlier.complete = true;
  scroller.scrollTop = 0;
  both.scrolled();
  expect(asked).toHaveLength(2);
});

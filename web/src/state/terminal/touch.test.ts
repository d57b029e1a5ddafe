import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { turningOf } from './touch';

beforeEach(() => {
  vi.stubGlobal(
    'WheelEvent',
    class {
      deltaY: number;
      constructor(_: string, { deltaY }: { deltaY: number }) {
        this.deltaY = deltaY;
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A terminal of 40 rows on 800 pixels. `taken`: what lies around it uses the turning up. `hidden`: pixels below what there is room for. */
function terminal(change: { type?: string; mouse?: string; taken?: boolean; hidden?: number } = {}) {
  const scrolled: number[] = [];
  const wheels: number[] = [];
  const screen = {
    clientHeight: 800,
    dispatchEvent: ({ deltaY }: WheelEvent) => wheels.push(deltaY) > 0,
  };
  let top = 0;
  const place = {
    querySelector: () => screen,
    dispatchEvent: () => !(change.taken ?? false),
    classList: { contains: () => change.hidden !== undefined },
    parentElement: {
      get scrollTop() {
        return top;
      },
      set scrollTop(to: number) {
        top = Math.min(Math.max(to, 0), change.hidden ?? 0);
      },
    },
  };
  const emulator = {
    rows: 40,
    scrollLines: (lines: number) => scrolled.push(lines),
    modes: { mouseTrackingMode: change.mouse ?? 'none' },
    buffer: { active: { type: change.type ?? 'normal' } },
  };
  const turn = turningOf(emulator as never, place as never);
  const move = (...pixels: number[]) => {
    for (const by of pixels) turn(by, { clientX: 0, clientY: 0 });
  };
  return { move, scrolled, wheels };
}

it('lets the text follow the finger, line by line', () => {
  const { move, scrolled } = terminal();
  move(-60, 40);
  expect(scrolled).toEqual([-3, 2]);
});

it('adds up what is less than a line', () => {
  const { move, scrolled } = terminal();
  move(-8, -8, -8, 4, -21);
  expect(scrolled).toEqual([-1, -1]);
});

it('scrolls nothing of its own where what lies above is scrolled', () => {
  const { move, scrolled } = terminal({ taken: true });
  move(-60);
  expect(scrolled).toEqual([]);
});

it('moves what is drawn beyond the room for it first, and then goes on as usual', () => {
  const { move, wheels } = terminal({ type: 'alternate', hidden: 100 });
  move(60, 60, 60);
  expect(wheels).toEqual([60]);
});

it.each([{ type: 'alternate' }, { mouse: 'any' }])('gives the program a wheel with %j', (change) => {
  const { move, scrolled, wheels } = terminal(change);
  move(-60);
  expect([scrolled, wheels]).toEqual([[], [-60]]);
});

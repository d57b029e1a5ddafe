import { expect, it, vi } from 'vitest';
import type { FromClient } from '../../protocol/terminal';
import { WriterRole } from './writerrole.svelte';

function writerRole() {
  const told: FromClient[] = [];
  const drawn: [number, number][] = [];
  const decided: boolean[] = [];
  const screen = {
    wanted: () => ({ cols: 120, rows: 40 }),
    resize: (cols: number, rows: number) => void drawn.push([cols, rows]),
    setDecides: (decides: boolean) => void decided.push(decides),
  };
  return { told, drawn, decided, writerRole: new WriterRole(screen, (frame) => told.push(frame)) };
}

it('gives the program the size of its own screen once it is the writer, and says it once', () => {
  const { writerRole: mine, told } = writerRole();
  mine.fitted(99, 30);
  expect(told).toEqual([]);
  mine.become('writer', 'me');
  mine.fitted(120, 40);
  expect(told).toEqual([{ t: 'resize', cols: 120, rows: 40 }]);
});

it('draws at the size of the writer while it watches', () => {
  const { writerRole: mine, drawn } = writerRole();
  mine.become('viewer', 'another');
  mine.sized({ cols: 61, rows: 20 });
  expect(drawn).toEqual([[61, 20]]);
});

it('draws at the size of a program outside that is looked at there, although it writes', () => {
  const { writerRole: mine, told, drawn, decided } = writerRole();
  mine.begins({ cols: 200, rows: 51, fixed: true });
  mine.become('writer', 'me');
  mine.fitted(50, 30);
  mine.sized({ cols: 180, rows: 41, fixed: true });
  expect(told).toEqual([]);
  expect(drawn).toEqual([[180, 41]]);
  expect(decided).toEqual([false]);
});

it('gives the program the size of its own screen once nobody looks at it elsewhere', () => {
  const { writerRole: mine, told, decided } = writerRole();
  mine.begins({ cols: 200, rows: 51, fixed: true });
  mine.become('writer', 'me');
  mine.sized({ cols: 200, rows: 51, fixed: false });
  expect(decided).toEqual([false, true]);
  expect(told).toEqual([{ t: 'resize', cols: 120, rows: 40 }]);
});

it('leaves the size to a program outside once somebody looks at it there', () => {
  const { writerRole: mine, told, drawn, decided } = writerRole();
  mine.become('writer', 'me');
  told.length = 0;
  mine.sized({ cols: 200, rows: 51, fixed: true });
  expect(decided).toEqual([true, false]);
  expect(drawn.at(-1)).toEqual([200, 51]);
  expect(told).toEqual([]);
});

it('was taken over only if it wrote', () => {
  const { writerRole: mine } = writerRole();
  mine.handed('viewer', 'another');
  expect(mine.takenOver).toBe(false);
  mine.handed('writer', 'me');
  mine.handed('viewer', 'another');
  expect(mine.takenOver).toBe(true);
  mine.handed('writer', 'me');
  expect(mine.takenOver).toBe(false);
});

it('has the screen drawn again by one row less and back, as the writer only', () => {
  vi.useFakeTimers();
  const { writerRole: mine, told } = writerRole();
  mine.repaint();
  mine.become('writer', 'me');
  told.length = 0;
  mine.repaint();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(told).toEqual([
    { t: 'resize', cols: 120, rows: 39 },
    { t: 'resize', cols: 120, rows: 40 },
  ]);
});

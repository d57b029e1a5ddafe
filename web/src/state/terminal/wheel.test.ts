import { expect, it } from 'vitest';
import { WheelLines } from './wheel';

const turn = (wheel: WheelLines, deltaY: number, deltaMode = 0) => wheel.lines({ deltaY, deltaMode }, 20, 40);

it('counts lines by their height, as lines, and as pages', () => {
  expect(turn(new WheelLines(), 300)).toBe(15);
  expect(turn(new WheelLines(), -300)).toBe(15);
  expect(turn(new WheelLines(), 3, 1)).toBe(3);
  expect(turn(new WheelLines(), 1, 2)).toBe(40);
});

it('keeps what is less than a line for the next turn in the same direction', () => {
  const wheel = new WheelLines();
  expect([turn(wheel, 15), turn(wheel, 15), turn(wheel, 15), turn(wheel, -15), turn(wheel, -15)]).toEqual([
    0, 1, 1, 0, 1,
  ]);
});

it('reports no more lines than a program can take at once', () => {
  expect(turn(new WheelLines(), 1_000_000)).toBe(40);
});

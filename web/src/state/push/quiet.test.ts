import { expect, it } from 'vitest';
import { minuteOf, timeOf } from './quiet';

it.each([
  ['00:00', 0],
  ['07:05', 425],
  ['23:59', 1439],
])('%s is minute %i', (time, minute) => {
  expect([minuteOf(time), timeOf(minute)]).toEqual([minute, time]);
});

it.each(['', '7', '24:00', '12:60', 'noon'])('%j is no time', (time) => {
  expect(minuteOf(time)).toBeUndefined();
});

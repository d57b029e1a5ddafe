import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Listener } from '../../net/termsocket';
import { Connection } from './connection.svelte';

const attach = { sid: 'engine_1:a', cols: 80, rows: 24, viewer: 'me' };
const heard = { control: () => undefined, bytes: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function connection() {
  const listeners: Listener[] = [];
  const dial = (_: unknown, listener: Listener) => {
    listeners.push(listener);
    return { close: () => undefined, control: () => undefined, bytes: () => undefined } as never;
  };
  const line = new Connection(dial);
  line.onRetry = () => {
    line.open({ ...attach, have: 1 }, heard);
  };
  line.open(attach, heard);
  return {
    line,
    lose: (code: number, why = '') => listeners.at(-1)?.closed(code, why),
    dialled: () => listeners.length,
  };
}

it('waits a little longer after the second loss, and starts over once it was greeted', () => {
  const { line, lose } = connection();
  const wait = () => {
    lose(1006);
    return line.retryAt - Date.now();
  };
  const waits = [wait(), wait(), wait()];
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(new Set(waits).size).toBe(2);
  line.greeted();
  expect(wait()).toBe(waits[0]);
});

it('says lost while it tries again, and final where a person must decide', () => {
  const { line, lose, dialled } = connection();
  lose(1001);
  expect(line.link).toBe('lost');
  vi.advanceTimersByTime(20_000);
  expect(dialled()).toBe(2);
  lose(4404);
  expect([line.link, line.ending?.then]).toEqual(['final', 'absent']);
  vi.advanceTimersByTime(60_000);
  expect(dialled()).toBe(2);
});

it('waits for a person once it has given up on what another program holds', () => {
  const { line, lose, dialled } = connection();
  lose(4409, 'claude in tmux');
  line.giveUp();
  vi.advanceTimersByTime(60_000);
  expect([dialled(), line.link, line.ending?.then]).toEqual([1, 'final', 'ended']);
});

it('tries no more once it is closed', () => {
  const { line, lose, dialled } = connection();
  lose(1006);
  line.close();
  vi.advanceTimersByTime(60_000);
  expect(dialled()).toBe(1);
});

it('tries at once for a person who is there, but never twice at a time, nor against another program, nor once closed', () => {
  const { line, lose, dialled } = connection();
  line.hurry();
  expect(dialled()).toBe(1);
  lose(1006);
  line.hurry();
  line.hurry();
  expect(dialled()).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(dialled()).toBe(2);
  lose(4409, 'claude in a terminal');
  line.hurry();
  expect(dialled()).toBe(2);
  lose(1006);
  line.close();
  line.hurry();
  expect(dialled()).toBe(2);
});

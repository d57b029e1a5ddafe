import { expect, it } from 'vitest';
import type { ToolCall } from '../protocol/transcript';
import { outcomeOf } from './outcome';

const call = (change: Partial<ToolCall>): ToolCall => ({
  name: 'Bash',
  purpose: null,
  input_summary: 'npm test',
  output_summary: '',
  ok: true,
  exit_code: null,
  took_ms: null,
  lines: null,
  ...change,
});
const told = (change: Partial<ToolCall>) => outcomeOf(call(change), false);

it('says how many lines came back, with which code a command failed and how long it took', () => {
  expect(told({ lines: 118 })).toBe('118 lines');
  expect(told({ exit_code: 1, took_ms: 2300 })).toBe('exit 1 · 2.3 s');
  expect(told({ lines: 1, exit_code: 127, took_ms: 12_345 })).toBe('1 line · exit 127 · 12 s');
});

it('says nothing where the program records nothing, and nothing of what went as it should', () => {
  expect(told({})).toBe('');
  expect(told({ lines: 0, exit_code: 0, took_ms: 12 })).toBe('');
});

it('a change is told by its lines alone, not by those of the answer', () => {
  expect(outcomeOf(call({ lines: 3, took_ms: 400 }), true)).toBe('0.4 s');
});

it('long times are told in the two units that matter', () => {
  expect(told({ took_ms: 59_999 })).toBe('60 s');
  expect(told({ took_ms: 125_000 })).toBe('2 min 5 s');
  expect(told({ took_ms: 3_840_000 })).toBe('1 h 4 min');
});

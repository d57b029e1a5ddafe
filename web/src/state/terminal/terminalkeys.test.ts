import { expect, it } from 'vitest';
import { isModifier, terminalKey, type TerminalKey } from './terminalkeys';

const bare = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each([
  [{ key: 'a' }, 'program'],
  [{ key: 'c', ctrlKey: true }, 'program'],
  [{ key: 'PageUp' }, 'program'],
  [{ key: 'k', ctrlKey: true }, 'page'],
  [{ key: 'K', metaKey: true }, 'page'],
  [{ key: 'b', ctrlKey: true }, 'page'],
  [{ key: '3', code: 'Digit3', altKey: true }, 'page'],
  [{ key: '3', code: 'Digit3', ctrlKey: true }, 'page'],
  [{ key: '0', code: 'Digit0', ctrlKey: true }, 'program'],
  [{ key: 'F', ctrlKey: true, shiftKey: true }, 'find'],
  [{ key: 'C', ctrlKey: true, shiftKey: true }, 'copy'],
] as [object, TerminalKey][])('%j is for the %s', (press, whose) => {
  expect(terminalKey({ key: '', ...bare, ...press }, true)).toBe(whose);
});

it('leads from the beginning of the terminal into the conversation, and scrolls the terminal before', () => {
  const pageUp = { ...bare, key: 'PageUp', shiftKey: true };
  expect([terminalKey(pageUp, true), terminalKey(pageUp, false)]).toEqual(['older', 'program']);
});

it('types nothing with a key that only changes others', () => {
  expect([isModifier({ key: 'Shift' }), isModifier({ key: 'x' })]).toEqual([true, false]);
});

import { expect, it } from 'vitest';
import { isModifier, terminalKey, type TerminalKey } from './terminalkeys';

const bare = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const ctrl = { ctrlKey: true };
const ctrlShift = { ctrlKey: true, shiftKey: true };
const usual = { atStart: true, ctrlVPastes: true, altGiven: '' };

it.each([
  [{ key: 'a' }, 'program'],
  [{ key: 'c', ...ctrl }, 'program'],
  [{ key: 'k', ...ctrl }, 'program'],
  [{ key: 'b', ...ctrl }, 'program'],
  [{ key: '3', code: 'Digit3', ...ctrl }, 'program'],
  [{ key: 'PageUp' }, 'program'],
  [{ key: 'Enter' }, 'program'],
  [{ key: 'Enter', altKey: true }, 'program'],
  [{ key: 'Enter', ...ctrlShift }, 'page'],
  [{ key: 'ArrowLeft', ...ctrlShift }, 'page'],
  [{ key: 'ArrowLeft', ...ctrl }, 'program'],
  [{ key: 's', ...ctrl }, 'program'],
  [{ key: 's', altKey: true }, 'page'],
  [{ key: 'b', altKey: true }, 'program'],
  [{ key: 'k', altKey: true }, 'page'],
  [{ key: 'K', metaKey: true }, 'page'],
  [{ key: 'b', metaKey: true }, 'page'],
  [{ key: '3', code: 'Digit3', altKey: true }, 'page'],
  [{ key: '¡', code: 'Digit1', altKey: true }, 'page'],
  [{ key: 'P', ...ctrlShift }, 'page'],
  [{ key: 'K', ...ctrlShift }, 'page'],
  [{ key: 'B', ...ctrlShift }, 'page'],
  [{ key: 'F', ...ctrlShift }, 'page'],
  [{ key: 'L', ...ctrlShift }, 'page'],
  [{ key: 'Escape', ...ctrlShift }, 'page'],
  [{ key: 'C', ...ctrlShift }, 'copy'],
  [{ key: 'v', ...ctrl }, 'paste'],
  [{ key: 'м', code: 'KeyV', ...ctrl }, 'paste'],
  [{ key: 'Enter', shiftKey: true }, 'newline'],
] as [object, TerminalKey][])('%j is for the %s', (press, whose) => {
  expect(terminalKey({ key: '', ...bare, ...press }, usual)).toBe(whose);
});

it('gives Ctrl+V to the program of a person who wants that', () => {
  expect(terminalKey({ ...bare, ...ctrl, key: 'v' }, { ...usual, ctrlVPastes: false })).toBe('program');
});

it('gives Alt with a letter to the program of a person who wants that', () => {
  expect(terminalKey({ ...bare, altKey: true, key: 'h', code: 'KeyH' }, { ...usual, altGiven: 'h' })).toBe('program');
});

it('leaves the letters beyond AltGr, which are Ctrl and Alt at once, to the program', () => {
  expect(terminalKey({ ...bare, ...ctrl, altKey: true, key: '{', code: 'Digit7' }, usual)).toBe('program');
});

it('leads from the beginning of the terminal into the conversation, and scrolls the terminal before', () => {
  const pageUp = { ...bare, key: 'PageUp', shiftKey: true };
  const at = (atStart: boolean) => terminalKey(pageUp, { ...usual, atStart });
  expect([at(true), at(false)]).toEqual(['older', 'program']);
});

it('types nothing with a key that only changes others', () => {
  expect([isModifier({ key: 'Shift' }), isModifier({ key: 'x' })]).toEqual([true, false]);
});

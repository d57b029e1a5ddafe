import { describe, expect, it } from 'vitest';
import { commandOf, isMac, type Press } from './keys';

const press = (key: string, change: Partial<Press> = {}): Press => ({
  key,
  code: /^\d$/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

describe('keys', () => {
  it.each(['/', '?', 'n', 'j', 'k', '[', ']', 's', 'e', 'r', 'u', 'v', 'w', 'i', 'm'])(
    '%s asks for something, but not while somebody types',
    (key) => {
      expect(commandOf(press(key), 'page')).toBeDefined();
      expect(commandOf(press(key), 'field')).toBeUndefined();
      expect(commandOf(press(key), 'terminal')).toBeUndefined();
    },
  );

  it('the palette opens from a field, with either command key', () => {
    expect(commandOf(press('k', { ctrlKey: true }), 'field')).toEqual({ do: 'palette' });
    expect(commandOf(press('k', { metaKey: true }), 'field')).toEqual({ do: 'palette' });
  });

  it('Ctrl with a letter or a digit is for the program in a terminal, and ⌘ is still for the page', () => {
    expect(commandOf(press('k', { ctrlKey: true }), 'terminal')).toBeUndefined();
    expect(commandOf(press('b', { ctrlKey: true }), 'terminal')).toBeUndefined();
    expect(commandOf(press('1', { ctrlKey: true }), 'terminal')).toBeUndefined();
    expect(commandOf(press('k', { metaKey: true }), 'terminal')).toEqual({ do: 'palette' });
  });

  it('Ctrl and Shift reach the page wherever the focus is', () => {
    const both = { ctrlKey: true, shiftKey: true };
    for (const focus of ['page', 'field', 'terminal'] as const) {
      expect(commandOf(press('P', both), focus)).toEqual({ do: 'palette' });
      expect(commandOf(press('K', both), focus)).toEqual({ do: 'palette' });
      expect(commandOf(press('B', both), focus)).toEqual({ do: 'toggleList' });
      expect(commandOf(press('L', both), focus)).toEqual({ do: 'leave' });
    }
  });

  it('the place of a key counts on a keyboard without Latin letters', () => {
    expect(commandOf(press('л', { code: 'KeyK', ctrlKey: true }), 'page')).toEqual({ do: 'palette' });
  });

  it('a digit with Alt or the command key switches to a live session', () => {
    expect(commandOf(press('3', { altKey: true }), 'terminal')).toEqual({ do: 'switch', to: 3 });
    expect(commandOf(press('9', { ctrlKey: true }), 'field')).toEqual({ do: 'switch', to: 9 });
    expect(commandOf(press('0', { ctrlKey: true }), 'field')).toBeUndefined();
  });

  it('the panes have Alt with S, and Ctrl and Shift with the arrows and Enter, but a field keeps them', () => {
    const both = { ctrlKey: true, shiftKey: true };
    const wanted = [
      [press('s', { altKey: true }), { do: 'divide', across: true }],
      [press('S', { altKey: true, shiftKey: true }), { do: 'divide', across: false }],
      [press('ß', { code: 'KeyS', altKey: true }), { do: 'divide', across: true }],
      [press('ArrowLeft', both), { do: 'pane', to: 'left' }],
      [press('ArrowDown', both), { do: 'pane', to: 'down' }],
      [press('Enter', both), { do: 'onlyPane' }],
    ] as const;
    for (const [key, command] of wanted) {
      expect(commandOf(key, 'terminal')).toEqual(command);
      expect(commandOf(key, 'page')).toEqual(command);
      expect(commandOf(key, 'field')).toBeUndefined();
    }
    expect(commandOf(press('s', { altKey: true, ctrlKey: true }), 'terminal')).toBeUndefined(); // AltGr
  });

  it.each([
    ['h', 'home'],
    ['g', 'board'],
    ['k', 'palette'],
    ['l', 'goList'],
    ['n', 'nextWaiting'],
    ['i', 'details'],
  ])('Alt+%s leads to a place from anywhere, out of a terminal too', (key, place) => {
    for (const focus of ['page', 'field', 'terminal'] as const)
      expect(commandOf(press(key, { altKey: true }), focus)).toEqual({ do: place });
    expect(commandOf(press(key, { altKey: true, ctrlKey: true }), 'page')).toBeUndefined(); // AltGr
  });

  it('Alt+J goes on to the next session, and with Shift back', () => {
    const next = { do: 'neighbour', by: 1, stays: false };
    expect(commandOf(press('j', { altKey: true }), 'terminal')).toEqual(next);
    expect(commandOf(press('J', { altKey: true, shiftKey: true }), 'terminal')).toEqual({ ...next, by: -1 });
  });

  it('a letter that was given to programs reaches them, and is still the page’s elsewhere', () => {
    const alt = press('l', { altKey: true });
    expect(commandOf(alt, 'terminal', 'hl')).toBeUndefined();
    expect(commandOf({ ...alt, shiftKey: true }, 'terminal', 'hl')).toBeUndefined();
    expect(commandOf(alt, 'page', 'hl')).toEqual({ do: 'goList' });
    expect(commandOf(press('k', { altKey: true }), 'terminal', 'hl')).toEqual({ do: 'palette' });
  });

  it('in a field, Alt may type a letter', () => {
    expect(commandOf(press('ł', { code: 'KeyL', altKey: true }), 'field')).toBeUndefined();
    expect(commandOf(press('l', { altKey: true }), 'field')).toEqual({ do: 'goList' });
  });

  it('what the browser or the program owns is left alone', () => {
    expect(commandOf(press('c', { ctrlKey: true }), 'page')).toBeUndefined();
    expect(commandOf(press('s', { ctrlKey: true }), 'page')).toBeUndefined();
    expect(commandOf(press('r', { altKey: true }), 'page')).toBeUndefined();
  });

  it('⌘ is the command key on a Mac alone', () => {
    expect(isMac('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe(true);
    expect(isMac('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { commandOf, type Press } from './keys';

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
  it.each(['/', '?', 'n', 'j', 'k', '[', ']', 's', 'e', 'r', 'u'])(
    '%s asks for something, but not while somebody types',
    (key) => {
      expect(commandOf(press(key), false)).toBeDefined();
      expect(commandOf(press(key), true)).toBeUndefined();
    },
  );

  it('the palette opens from everywhere, with either command key', () => {
    expect(commandOf(press('k', { ctrlKey: true }), true)).toEqual({ do: 'palette' });
    expect(commandOf(press('k', { metaKey: true }), true)).toEqual({ do: 'palette' });
  });

  it('a digit with Alt or the command key switches to a live session', () => {
    expect(commandOf(press('3', { altKey: true }), true)).toEqual({ do: 'switch', to: 3 });
    expect(commandOf(press('9', { ctrlKey: true }), true)).toEqual({ do: 'switch', to: 9 });
    expect(commandOf(press('0', { ctrlKey: true }), true)).toBeUndefined();
  });

  it('what the browser or the program owns is left alone', () => {
    expect(commandOf(press('c', { ctrlKey: true }), false)).toBeUndefined();
    expect(commandOf(press('s', { ctrlKey: true }), false)).toBeUndefined();
    expect(commandOf(press('r', { altKey: true }), false)).toBeUndefined();
  });
});

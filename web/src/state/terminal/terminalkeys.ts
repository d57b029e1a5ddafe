/** What a key pressed in the terminal is to the page; `program` has all that the page does not want. */
export type TerminalKey = 'program' | 'page' | 'find' | 'copy' | 'older';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** `atStart`: nothing older can be scrolled to in the terminal itself, and the conversation goes on above it. */
export function terminalKey(press: Press, atStart: boolean): TerminalKey {
  const digit = /^Digit[1-9]$/.test(press.code);
  if (press.shiftKey && press.key === 'PageUp') return atStart ? 'older' : 'program';
  if (!(press.ctrlKey || press.metaKey)) return press.altKey && digit ? 'page' : 'program';
  const key = press.key.toLowerCase();
  if (press.shiftKey && key === 'f') return 'find';
  if (press.shiftKey && key === 'c') return 'copy';
  return key === 'k' || key === 'b' || digit ? 'page' : 'program';
}

/** Held down with others, not a key that types. */
export function isModifier({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
}

import { commandOf, letterOf, type Press } from '../keys';

/** What a key pressed in the terminal is to the page; `program` has all that the page does not want. */
export type TerminalKey = 'program' | 'page' | 'copy' | 'paste' | 'newline' | 'older';

export interface Habits {
  /** Nothing older can be scrolled to in the terminal itself, and the conversation goes on above it. */
  atStart: boolean;
  /** Ctrl+V is the browser's paste, not a key of the program. */
  ctrlVPastes: boolean;
  /** The letters that a person gave to programs, with Alt. */
  altGiven: string;
}

/** What Ctrl+J sends. All programs take it for a new line in the prompt, whatever else they ask the terminal for. */
export const newLine = '\n';

export function terminalKey(press: Press, { atStart, ctrlVPastes, altGiven }: Habits): TerminalKey {
  const { shiftKey, ctrlKey, metaKey, altKey } = press;
  const command = ctrlKey || metaKey;
  if (shiftKey && press.key === 'PageUp') return atStart ? 'older' : 'program';
  if (press.key === 'Enter' && shiftKey && !command && !altKey) return 'newline';
  const key = letterOf(press);
  if (shiftKey && command && !altKey && key === 'c') return 'copy';
  if (ctrlVPastes && key === 'v' && ctrlKey && !shiftKey && !altKey && !metaKey) return 'paste';
  return commandOf(press, 'terminal', altGiven) ? 'page' : 'program';
}

/** Held down with others, not a key that types. */
export function isModifier({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
}

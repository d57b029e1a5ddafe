import type { Direction } from './panes/layout';

export type Command =
  | { do: 'palette' | 'filter' | 'sheet' | 'create' | 'undo' | 'toggleList' | 'find' | 'leave' }
  | { do: 'home' | 'board' | 'ask' | 'goList' | 'usage' | 'activity' | 'settings' | 'details' | 'nextWaiting' }
  | { do: 'move'; by: 1 | -1 }
  /** `stays`: the next key goes on as well, whatever the session is. */
  | { do: 'neighbour'; by: 1 | -1; stays: boolean }
  | { do: 'star' | 'archive' | 'rename' | 'snooze' | 'assign' }
  | { do: 'hit'; by: 1 | -1 }
  | { do: 'switch' | 'view'; to: number }
  | { do: 'divide'; across: boolean }
  | { do: 'pane'; to: Direction }
  | { do: 'onlyPane' | 'addPane' };

export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** What has the focus. A program in a terminal wants all keys that the page can spare. */
export type Focus = 'page' | 'field' | 'terminal';

const letters: Record<string, Command> = {
  '/': { do: 'filter' },
  '?': { do: 'sheet' },
  n: { do: 'create' },
  j: { do: 'move', by: 1 },
  k: { do: 'move', by: -1 },
  '[': { do: 'neighbour', by: -1, stays: true },
  ']': { do: 'neighbour', by: 1, stays: true },
  ',': { do: 'hit', by: -1 },
  '.': { do: 'hit', by: 1 },
  w: { do: 'nextWaiting' },
  i: { do: 'details' },
  m: { do: 'assign' },
  s: { do: 'star' },
  e: { do: 'archive' },
  r: { do: 'rename' },
  z: { do: 'snooze' },
  u: { do: 'undo' },
  v: { do: 'addPane' },
};

/** With Ctrl and Shift: no program in a terminal can get these, so they are the page's wherever the focus is. */
const shifted: Record<string, Command> = {
  f: { do: 'find' },
  p: { do: 'palette' },
  k: { do: 'palette' }, // Firefox keeps Ctrl+Shift+P for itself.
  b: { do: 'toggleList' },
  l: { do: 'leave' },
  escape: { do: 'leave' },
};

/** With Alt: the page's wherever the focus is, unless a person gives the letter to programs. */
const alted: Record<string, Command> = {
  a: { do: 'ask' },
  g: { do: 'board' },
  h: { do: 'home' },
  k: { do: 'palette' },
  l: { do: 'goList' },
  j: { do: 'neighbour', by: 1, stays: false },
  n: { do: 'nextWaiting' },
  i: { do: 'details' },
  s: { do: 'divide', across: true },
};

/** With Shift too. */
const altShifted: Record<string, Command> = {
  l: { do: 'toggleList' },
  j: { do: 'neighbour', by: -1, stays: false },
  s: { do: 'divide', across: false },
};

/** The letters that the page takes together with Alt. */
export const altLetters: readonly string[] = Object.keys(alted);

/** With Ctrl and Shift too, but a field uses them for its text. */
const between: Record<string, Command> = {
  arrowleft: { do: 'pane', to: 'left' },
  arrowright: { do: 'pane', to: 'right' },
  arrowup: { do: 'pane', to: 'up' },
  arrowdown: { do: 'pane', to: 'down' },
  enter: { do: 'onlyPane' },
};

/**
 * What a key press asks for. Single letters are for what is typed into, Ctrl with a letter is for programs, and so are
 * the letters that were `given` to them: with Alt, these reach a program in a terminal.
 */
export function commandOf(press: Press, focus: Focus, given = ''): Command | undefined {
  const command = press.ctrlKey || press.metaKey;
  if (command) return press.altKey ? undefined : withCommand(press, focus);
  if (press.altKey) return withAlt(press, focus, given);
  return focus === 'page' ? letters[press.key] : undefined;
}

function withAlt(press: Press, focus: Focus, given: string): Command | undefined {
  const digit = digitOf(press);
  if (digit !== undefined) return { do: 'switch', to: digit };
  const letter = letterOf(press);
  if (focus === 'terminal' && given.includes(letter)) return undefined;
  const command = (press.shiftKey ? altShifted : alted)[letter];
  // In a field, Alt may be how a letter is typed: ł on a Mac.
  const types = press.key.toLowerCase() !== letter;
  return focus === 'field' && (types || command?.do === 'divide') ? undefined : command;
}

function withCommand(press: Press, focus: Focus): Command | undefined {
  const key = letterOf(press);
  if (press.shiftKey) return shifted[key] ?? (focus === 'field' ? undefined : between[key]);
  if (focus === 'terminal' && !press.metaKey) return undefined;
  if (key === 'k') return { do: 'palette' };
  if (key === 'b') return { do: 'toggleList' };
  const digit = digitOf(press);
  return digit === undefined ? undefined : { do: 'switch', to: digit };
}

/** The key in lower case; on a keyboard without Latin letters the one that is printed there in English. */
export function letterOf({ key, code }: Pick<Press, 'key' | 'code'>): string {
  const latin = /^[ -~]+$/.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  return (latin ?? key).toLowerCase();
}

export function digitOf({ code }: Press): number | undefined {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit ? Number(digit) : undefined;
}

/** Whose key presses are. Those of a terminal that is about to be there are nobody's. */
export function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.closest('.xterm')) return 'terminal';
  const typing =
    target.isContentEditable ||
    target.closest('[data-keys=rest]') !== null ||
    (target.matches('input, textarea, select') && !target.matches('[type=radio], [type=checkbox]'));
  return typing ? 'field' : 'page';
}

/** Where ⌘ is the key of commands, and Ctrl with any letter is for programs. */
export function isMac(agent: string): boolean {
  return /Mac|iP(hone|ad)/.test(agent);
}

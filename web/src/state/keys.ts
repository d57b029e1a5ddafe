import type { Direction } from './panes/layout';

export type Command =
  | { do: 'palette' | 'filter' | 'sheet' | 'create' | 'undo' | 'toggleList' | 'find' | 'leave' }
  | { do: 'home' | 'board' | 'goList' | 'activity' | 'settings' }
  | { do: 'move'; by: 1 | -1 }
  | { do: 'neighbour' | 'hit'; by: 1 | -1 }
  | { do: 'star' | 'archive' | 'rename' | 'snooze' }
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
  '[': { do: 'neighbour', by: -1 },
  ']': { do: 'neighbour', by: 1 },
  ',': { do: 'hit', by: -1 },
  '.': { do: 'hit', by: 1 },
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

/** With Alt: the page's wherever the focus is, and no program uses them. */
const alted: Record<string, Command> = {
  g: { do: 'board' },
  h: { do: 'home' },
};

/** With Ctrl and Shift too, but a field uses them for its text. */
const between: Record<string, Command> = {
  arrowleft: { do: 'pane', to: 'left' },
  arrowright: { do: 'pane', to: 'right' },
  arrowup: { do: 'pane', to: 'up' },
  arrowdown: { do: 'pane', to: 'down' },
  enter: { do: 'onlyPane' },
};

/** What a key press asks for. Single letters are for what is typed into, Ctrl with a letter is for programs. */
export function commandOf(press: Press, focus: Focus): Command | undefined {
  const command = press.ctrlKey || press.metaKey;
  if (command && !press.altKey) return withCommand(press, focus);
  const digit = press.altKey && !command ? digitOf(press) : undefined;
  if (digit !== undefined) return { do: 'switch', to: digit };
  if (press.altKey && !command && !press.shiftKey && alted[letterOf(press)]) return alted[letterOf(press)];
  if (press.altKey && !command && focus !== 'field' && letterOf(press) === 's')
    return { do: 'divide', across: !press.shiftKey };
  return focus !== 'page' || command || press.altKey ? undefined : letters[press.key];
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

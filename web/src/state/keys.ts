export type Command =
  | { do: 'palette' | 'filter' | 'sheet' | 'create' | 'undo' | 'toggleList' | 'find' }
  | { do: 'move'; by: 1 | -1 }
  | { do: 'neighbour'; by: 1 | -1 }
  | { do: 'star' | 'archive' | 'rename' }
  | { do: 'switch'; to: number };

export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const letters: Record<string, Command> = {
  '/': { do: 'filter' },
  '?': { do: 'sheet' },
  n: { do: 'create' },
  j: { do: 'move', by: 1 },
  k: { do: 'move', by: -1 },
  '[': { do: 'neighbour', by: -1 },
  ']': { do: 'neighbour', by: 1 },
  s: { do: 'star' },
  e: { do: 'archive' },
  r: { do: 'rename' },
  u: { do: 'undo' },
};

/** What a key press asks for. Single letters rest while a field or the terminal has the focus. */
export function commandOf(press: Press, typing: boolean): Command | undefined {
  const command = press.ctrlKey || press.metaKey;
  if (command && !press.altKey) return withCommand(press);
  const digit = press.altKey && !command ? digitOf(press) : undefined;
  if (digit !== undefined) return { do: 'switch', to: digit };
  return typing || command || press.altKey ? undefined : letters[press.key];
}

function withCommand(press: Press): Command | undefined {
  const key = press.key.toLowerCase();
  if (press.shiftKey) return key === 'f' ? { do: 'find' } : undefined;
  if (key === 'k') return { do: 'palette' };
  if (key === 'b') return { do: 'toggleList' };
  const digit = digitOf(press);
  return digit === undefined ? undefined : { do: 'switch', to: digit };
}

function digitOf({ code }: Press): number | undefined {
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit ? Number(digit) : undefined;
}

/** Whether a key press belongs to what has the focus, or to a terminal that is about to be there. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('[data-keys=rest]') !== null ||
      (target.matches('input, textarea, select') && !target.matches('[type=radio], [type=checkbox]')))
  );
}

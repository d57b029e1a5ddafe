export interface TouchKey {
  /** What is on the key, and what it is called. */
  label: string;
  sends: string;
  /** What an arrow sends while the program has asked for application cursor keys. */
  application?: string;
  icon?: 'chevron-left' | 'chevron-down' | 'chevron-right' | 'chevron-up';
  /** What it does beside sending. */
  does?: 'ctrl' | 'paste';
  /** It goes on while it is held. */
  repeats?: boolean;
}

const arrow = (label: string, letter: string, icon: NonNullable<TouchKey['icon']>): TouchKey => ({
  label,
  sends: `\u001b[${letter}`,
  application: `\u001bO${letter}`,
  icon,
  repeats: true,
});

/** The keys that a phone's keyboard lacks, in the order of the hand; `words` are those that differ by language. */
export function touchKeys(words: Record<'left' | 'down' | 'up' | 'right' | 'paste', string>): readonly TouchKey[] {
  return [
    { label: 'Esc', sends: '\u001b' },
    { label: 'Tab', sends: '\t' },
    { label: '⇧Tab', sends: '\u001b[Z' },
    { label: 'Ctrl', sends: '', does: 'ctrl' },
    arrow(words.left, 'D', 'chevron-left'),
    arrow(words.down, 'B', 'chevron-down'),
    arrow(words.up, 'A', 'chevron-up'),
    arrow(words.right, 'C', 'chevron-right'),
    { label: '/', sends: '/' },
    { label: words.paste, sends: '', does: 'paste' },
    { label: 'Enter', sends: '\r' },
    { label: '^C', sends: '\u0003' },
  ];
}

/** A typed letter, with the held Ctrl where it is lit. */
export function keyed(letter: string, ctrl: boolean): string {
  const code = letter.toUpperCase().charCodeAt(0);
  return ctrl && code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : letter;
}

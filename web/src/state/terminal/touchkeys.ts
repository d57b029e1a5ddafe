export interface TouchKey {
  label: string;
  name: string;
  sends: string;
  /** What an arrow sends while the program has asked for application cursor keys. */
  application?: string;
  icon?: 'chevron-left' | 'chevron-down' | 'chevron-right' | 'arrow-up';
  ctrl?: boolean;
}

/** The keys that a phone's keyboard lacks, in the order of the hand. */
export const touchKeys: readonly TouchKey[] = [
  { label: 'Esc', name: 'Escape', sends: '\u001b' },
  { label: '^C', name: 'Control C', sends: '\u0003' },
  { label: 'Tab', name: 'Tab', sends: '\t' },
  { label: 'Ctrl', name: 'Control', sends: '', ctrl: true },
  { label: '←', name: 'Left', sends: '\u001b[D', application: '\u001bOD', icon: 'chevron-left' },
  { label: '↓', name: 'Down', sends: '\u001b[B', application: '\u001bOB', icon: 'chevron-down' },
  { label: '↑', name: 'Up', sends: '\u001b[A', application: '\u001bOA', icon: 'arrow-up' },
  { label: '→', name: 'Right', sends: '\u001b[C', application: '\u001bOC', icon: 'chevron-right' },
];

/** A typed letter, with the held Ctrl where it is lit. */
export function keyed(letter: string, ctrl: boolean): string {
  const code = letter.toUpperCase().charCodeAt(0);
  return ctrl && code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : letter;
}

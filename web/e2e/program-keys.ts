import { expect } from 'vitest';

/** Keys that programs in terminals use, and the bytes that they get for them. */
export const programKeys = {
  'Control+k': '0b',
  'Control+b': '02',
  'Control+w': '17',
  'Control+r': '12',
  'Control+p': '10',
};
export const editingKeys = { 'Alt+b': '1b62', Enter: '0d', 'Shift+Enter': '0a', Tab: '09', Escape: '1b' };

/** A terminal, of whichever browser, in which the program that prints keys runs. */
export interface PrintedKeys {
  press: (key: string) => Promise<void>;
  /** All that the program has printed. */
  printed: () => Promise<string>;
}

/** The bytes of each key, in order: the next key is pressed after the one before was printed. */
export async function arrives({ press, printed }: PrintedKeys, wanted: Record<string, string>): Promise<void> {
  for (const [key, bytes] of Object.entries(wanted)) {
    const before = (await printed()).split(`<${bytes}>`).length;
    await press(key);
    await expect.poll(async () => (await printed()).split(`<${bytes}>`).length, { message: key }).toBe(before + 1);
  }
}

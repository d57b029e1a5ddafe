import { digitOf, type Command, type Focus, type Press } from './keys';

/** Where `g` and a letter lead. */
const places: Record<string, Command> = {
  h: { do: 'home' },
  b: { do: 'board' },
  l: { do: 'goList' },
  u: { do: 'usage' },
  a: { do: 'activity' },
  s: { do: 'settings' },
};

const patience = 2_000;

/** Two keys, one after the other: `g`, then the letter of a place or the number of a saved view. */
export class Chord {
  #begun = -Infinity;

  /** The command that this key completes. A key that only begins a pair, or ends none, asks for nothing. */
  of(press: Press, focus: Focus, at: number): Command | undefined {
    const open = at - this.#begun < patience;
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(press.key)) return undefined;
    this.#begun = -Infinity;
    const digit = digitOf(press);
    if (focus !== 'page' || press.ctrlKey || press.metaKey || press.altKey) return undefined;
    if (open && places[press.key]) return places[press.key];
    if (open && digit !== undefined) return { do: 'view', to: digit };
    if (press.key === 'g') this.#begun = at;
    return undefined;
  }
}

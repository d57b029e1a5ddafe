import type { Turn } from '../protocol/transcript';

const enough = 8;
const telling = 24;

/** Letters and digits only: what a terminal's frames, wrapping and markup leave of a text. */
export function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** How a turn begins, if it says enough to be recognised by. */
function beginning(turn: Turn): string | undefined {
  const words = bare(turn.text.replace(/\]\([^)]*\)/g, ']')).slice(0, telling);
  return words.length >= enough ? words : undefined;
}

/**
 * The first of the turns that the screen shows from its beginning, going back from the newest one until a turn is not
 * there. A turn without words is passed over: what stands around it decides. `sure` is false when all of them are shown.
 */
export function firstShown(turns: readonly Turn[], screen: string): { index: number; sure: boolean } | undefined {
  let first: number | undefined;
  for (const turn of turns.toReversed()) {
    const words = beginning(turn);
    if (words === undefined) continue;
    if (!screen.includes(words)) return first === undefined ? undefined : { index: first, sure: true };
    first = turn.index;
  }
  return first === undefined ? undefined : { index: first, sure: false };
}

import type { SessionRow } from '../protocol/session';
import { plain } from './words';

/** Letters of a title that are surely in sight. */
const inSight = 36;
/** What stands before a hit, so that it has a meaning. */
const before = 24;
const longest = 160;

/** The piece of a row in which searched words stand, where its title and folder do not show them. */
export function matchedIn(row: SessionRow, words: string, shown: { title: string; where: string }): string | undefined {
  const visible = plain(`${shown.title.slice(0, inSight)}\n${shown.where}`);
  const hidden = words
    .split(/\s+/)
    .filter(Boolean)
    .map(plain)
    .filter((word) => !visible.includes(word));
  if (hidden.length === 0) return undefined;
  const texts = [shown.title, row.first_message, row.cwd, row.branch, row.model, row.native_id];
  for (const text of texts) {
    const found = hidden.map((word) => indexIn(text ?? '', word)).filter((at) => at >= 0);
    if (text && found.length > 0) return pieceOf(text, Math.min(...found));
  }
  return undefined;
}

/** Where a word stands in a text, without regard to case and accents. */
function indexIn(text: string, word: string): number {
  const at = plain(text).indexOf(word);
  if (at <= 0) return at;
  let [letters, flat] = [0, 0];
  for (const letter of text) {
    if (flat >= at) break;
    flat += plain(letter).length;
    letters += letter.length;
  }
  return letters;
}

function pieceOf(text: string, at: number): string {
  const from = at <= before ? 0 : text.lastIndexOf(' ', at - before / 2) + 1 || at;
  const start = at - from > before * 2 ? at : from;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + longest).replace(/\s+/g, ' ')}`;
}

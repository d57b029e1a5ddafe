/** A piece of a text of a stranger. What cannot be seen, or changes how the rest is seen, is a mark with its name. */
export interface RawPiece {
  text: string;
  /** The character's number, of a mark. */
  mark: string | undefined;
}

/** Controls, formats, surrogates, private and unassigned ones, separators, and all that leaves no trace on a screen. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

const names = new Map<number, string>([
  [0x7f, 'DEL'],
  [0xa0, 'NBSP'],
  [0xad, 'SHY'],
  [0x61c, 'ALM'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x2028, 'LS'],
  [0x2029, 'PS'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2060, 'WJ'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
]);

/** More of the same in a row are one mark with a number. */
const several = 3;

/** A text as what it is. Line ends stay; a tab is a mark and keeps its width. */
export function rawPieces(text: string): RawPiece[] {
  const pieces: RawPiece[] = [];
  let plain = '';
  const letters = [...text];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    if (letter === '\n' || !unseen.test(letter)) {
      plain += letter;
      continue;
    }
    if (plain) pieces.push({ text: plain, mark: undefined });
    plain = letter === '\t' ? '\t' : '';
    let count = 1;
    while (letter !== '\t' && letters[at + count] === letter) count += 1;
    const code = letter.codePointAt(0) ?? 0;
    const mark = number(code);
    if (count > several) pieces.push({ text: `${name(code)} ×${String(count)}`, mark });
    else for (let one = 0; one < count; one += 1) pieces.push({ text: name(code), mark });
    at += count - 1;
  }
  if (plain) pieces.push({ text: plain, mark: undefined });
  return pieces;
}

function name(code: number): string {
  return controls[code] ?? names.get(code) ?? number(code);
}

function number(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

export interface Bounds {
  lines: number;
  letters: number;
}

export interface Part {
  text: string;
  /** What is left out. */
  moreLines: number;
  moreLetters: number;
}

/** The beginning of a text, never cut inside a character. */
export function beginning(text: string, bounds: Bounds): Part {
  const cut = Math.min(endOfLine(text, bounds.lines), wholeBefore(text, bounds.letters));
  const rest = text.slice(cut);
  const left = /^[ \n]*$/.test(rest) ? '' : rest;
  return { text: text.slice(0, cut), moreLines: left.split('\n').length - 1, moreLetters: left.length };
}

function endOfLine(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return text.length;
  }
  return at + 1;
}

function wholeBefore(text: string, letters: number): number {
  if (text.length <= letters) return text.length;
  const last = text.charCodeAt(letters - 1);
  return last >= 0xd800 && last < 0xdc00 ? letters - 1 : letters;
}

/** A piece of a line and the classes that it is drawn with. */
export interface Inked {
  text: string;
  looks: string;
}

const codes: Record<string, string> = {
  '1': 'bold',
  '2': 'dim',
  '3': 'italic',
  '4': 'underlined',
  '9': 'struck',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '36': 'cyan',
};

// The server's own attributes, and nothing else: every line begins and ends plain.
// eslint-disable-next-line no-control-regex
const attribute = /\x1b\[([0-9;]*)m/g;

export function inked(line: string): Inked[] {
  const pieces: Inked[] = [];
  let looks = '';
  let from = 0;
  for (const found of line.matchAll(attribute)) {
    if (found.index > from) pieces.push({ text: line.slice(from, found.index), looks });
    looks = (found[1] ?? '')
      .split(';')
      .map((code) => codes[code])
      .filter(Boolean)
      .map((name) => `ink-${name ?? ''}`)
      .join(' ');
    from = found.index + found[0].length;
  }
  if (from < line.length) pieces.push({ text: line.slice(from), looks });
  return pieces;
}

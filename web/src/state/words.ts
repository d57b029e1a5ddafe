export interface Piece {
  text: string;
  hit: boolean;
}

/** A text in pieces, the searched words marked; case and accents do not matter, as on the server. */
export function marked(text: string, words: string): Piece[] {
  const wanted = words.split(/\s+/).filter(Boolean).map(plain);
  if (wanted.length === 0) return [{ text, hit: false }];
  const letters = [...text];
  const hits = new Array<boolean>(letters.length).fill(false);
  const { flat, origin } = flattened(letters);
  for (const word of wanted) {
    for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + 1))
      for (let letter = at; letter < at + word.length; letter++) hits[origin[letter] ?? 0] = true;
  }
  joinOverBlanks(letters, hits);
  return pieces(letters, hits);
}

/** Words that follow each other are one mark. */
function joinOverBlanks(letters: readonly string[], hits: boolean[]): void {
  let last = -1;
  hits.forEach((hit, at) => {
    if (!hit) return;
    if (last >= 0 && letters.slice(last + 1, at).every((letter) => /[ \t]/.test(letter))) hits.fill(true, last, at);
    last = at;
  });
}

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function flattened(letters: string[]): { flat: string; origin: number[] } {
  let flat = '';
  const origin: number[] = [];
  letters.forEach((letter, at) => {
    const simple = plain(letter);
    flat += simple;
    for (let unit = 0; unit < simple.length; unit++) origin.push(at);
  });
  return { flat, origin };
}

function pieces(letters: string[], hits: boolean[]): Piece[] {
  const found: Piece[] = [];
  letters.forEach((letter, at) => {
    const hit = hits[at] ?? false;
    const last = found.at(-1);
    if (last?.hit === hit) last.text += letter;
    else found.push({ text: letter, hit });
  });
  return found;
}

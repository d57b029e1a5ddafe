export interface DiffLine {
  kind: 'add' | 'del' | 'hunk' | 'same';
  /** Without its sign. */
  text: string;
  /** Its number in the file that it stands in, where the diff says so. */
  number: number | undefined;
  /** The part that differs from the line that it takes the place of, or is replaced by. */
  changed: readonly [from: number, to: number] | undefined;
}

/** A text as the lines of a diff, where it is one: a hunk's head, or a fence that says so. */
export function diffOf(text: string, language: string): DiffLine[] | undefined {
  if (language !== 'diff' && !/^@@( .* @@.*)?$/m.test(text)) return undefined;
  const lines: DiffLine[] = [];
  let counts: { old: number; now: number } | undefined;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const kind = kindOf(line);
    if (kind === 'hunk') {
      counts = beginning(line) ?? (line.startsWith('@@') ? undefined : counts);
      // A head without numbers says nothing but that another place follows.
      if (line !== '@@' || lines.length > 0) lines.push({ kind, text: line, number: undefined, changed: undefined });
      continue;
    }
    const number = kind === 'del' ? counts?.old : counts?.now;
    if (counts && kind !== 'add') counts.old += 1;
    if (counts && kind !== 'del') counts.now += 1;
    lines.push({ kind, text: /^[ +-]/.test(line) ? line.slice(1) : line, number, changed: undefined });
  }
  markChanges(lines);
  return lines;
}

/** How many lines a diff adds and removes. */
export function changesOf(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { added: count('add'), removed: count('del') };
}

function kindOf(line: string): DiffLine['kind'] {
  if (line.startsWith('@@') || line.startsWith('+++') || line.startsWith('---')) return 'hunk';
  if (line.startsWith('+')) return 'add';
  return line.startsWith('-') ? 'del' : 'same';
}

function beginning(head: string): { old: number; now: number } | undefined {
  const [, old, now] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(head) ?? [];
  return old === undefined ? undefined : { old: Number(old), now: Number(now) };
}

/** Lines that take the place of as many others: each differs from its own in one piece. */
function markChanges(lines: DiffLine[]): void {
  for (let at = 0; at < lines.length;) {
    const removed = run(lines, at, 'del');
    const added = run(lines, at + removed, 'add');
    if (removed > 0 && removed === added)
      for (let line = at; line < at + removed; line++) markPair(lines[line], lines[line + removed]);
    at += Math.max(1, removed + added);
  }
}

function run(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let to = from;
  while (lines[to]?.kind === kind) to += 1;
  return to - from;
}

function markPair(old: DiffLine | undefined, now: DiffLine | undefined): void {
  if (!old || !now) return;
  const most = Math.min(old.text.length, now.text.length);
  let head = 0;
  while (head < most && old.text[head] === now.text[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.text.at(-1 - tail) === now.text.at(-1 - tail)) tail += 1;
  if (head + tail === 0) return; // nothing in common: the whole line is another one
  old.changed = [head, old.text.length - tail];
  now.changed = [head, now.text.length - tail];
}

import type { ChangeHunk, ChangeLine } from '../../protocol/changes';

/** A line of a hunk with its numbers in the file before and after. */
export interface DiffRow {
  kind: 'same' | 'add' | 'del';
  text: string;
  old: number | undefined;
  now: number | undefined;
  end: ChangeLine['end'];
}

/** Two rows that stand side by side, by their places in the hunk. */
export interface SidePair {
  left: number | undefined;
  right: number | undefined;
}

const kinds = { ' ': 'same', '+': 'add', '-': 'del' } as const;

export function rowsOf(hunk: ChangeHunk): DiffRow[] {
  let [old, now] = [hunk.old_start, hunk.new_start];
  return hunk.lines.map(({ op, text, end }) => {
    const kind = kinds[op];
    return { kind, text, end, old: kind === 'add' ? undefined : old++, now: kind === 'del' ? undefined : now++ };
  });
}

/** Removed lines stand left, added ones right, each beside the one that takes its place. */
export function pairsOf(rows: readonly DiffRow[]): SidePair[] {
  const pairs: SidePair[] = [];
  for (let at = 0; at < rows.length;) {
    if (rows[at]?.kind === 'same') {
      pairs.push({ left: at, right: at });
      at += 1;
      continue;
    }
    const { removed, added } = changeAt(rows, at);
    for (let line = 0; line < Math.max(removed, added); line += 1)
      pairs.push({
        left: line < removed ? at + line : undefined,
        right: line < added ? at + removed + line : undefined,
      });
    at += removed + added;
  }
  return pairs;
}

/** How many lines are removed from a row on, and how many added behind them. */
export function changeAt(rows: readonly DiffRow[], from: number): { removed: number; added: number } {
  const removed = runOf(rows, from, 'del');
  return { removed, added: runOf(rows, from + removed, 'add') };
}

function runOf(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): number {
  let to = from;
  while (rows[to]?.kind === kind) to += 1;
  return to - from;
}

/** How many lines a hunk has after the change: the number in its head. */
export function linesAfter(hunk: ChangeHunk): number {
  return hunk.lines.reduce((count, { op }) => (op === '-' ? count : count + 1), 0);
}

const declares =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|override|suspend)\s+)*(?:function\*?|class|interface|enum|record|struct|trait|impl|def|func|fn|fun|module|type)\s+(?:\([^)]{0,80}\)\s*)?([A-Za-z_$][\w$]{0,60})/;

/** What a hunk is in, where its unchanged beginning says so. */
export function subjectOf(hunk: ChangeHunk): string | undefined {
  let found: string | undefined;
  for (const { op, text } of hunk.lines) {
    if (op !== ' ') break;
    found = declares.exec(text.slice(0, 300))?.[1] ?? found;
  }
  return found;
}

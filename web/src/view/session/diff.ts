export interface DiffLine {
  kind: 'add' | 'del' | 'hunk' | 'same';
  text: string;
}

/** A text as the lines of a diff, where it is one: a hunk's head, or a fence that says so. */
export function diffOf(text: string, language: string): DiffLine[] | undefined {
  if (language !== 'diff' && !/^@@( .* @@.*)?$/m.test(text)) return undefined;
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ kind: kindOf(line), text: line }));
}

function kindOf(line: string): DiffLine['kind'] {
  if (line.startsWith('@@') || line.startsWith('+++') || line.startsWith('---')) return 'hunk';
  if (line.startsWith('+')) return 'add';
  return line.startsWith('-') ? 'del' : 'same';
}

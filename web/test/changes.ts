import type { ChangedFile, ChangeHunk, Changes } from '../src/protocol/changes';

/** A hunk from its lines, each with its sign. */
export function hunkOf(text: string, more: Partial<ChangeHunk> = {}): ChangeHunk {
  const lines = text.split('\n').map((line) => ({ op: line[0] as ' ' | '+' | '-', text: line.slice(1) }));
  return { turn: 3, at: '2026-11-27T14:03:09Z', old_start: 1, new_start: 1, lines, ...more };
}

export function changedFile(path: string, hunks: ChangeHunk[], more: Partial<ChangedFile> = {}): ChangedFile {
  const count = (sign: string) => hunks.flatMap(({ lines }) => lines).filter(({ op }) => op === sign).length;
  return {
    path,
    status: 'modified',
    from: null,
    additions: count('+'),
    deletions: count('-'),
    binary: false,
    whole: true,
    truncated: false,
    hunks,
    ...more,
  };
}

export function changesOf(files: ChangedFile[], more: Partial<Changes> = {}): Changes {
  return {
    scope: 'session',
    recorded: true,
    files,
    unknown: [],
    truncated: false,
    git: null,
    git_refused: null,
    ...more,
  };
}

import type { ChangedFile, ChangeLine, ChangeScope } from '../../protocol/changes';
import { isRecord, textOf } from './stored';
import { rowsOf } from './lines';
import type { LineAt } from './sheet';

/** A comment on lines of a diff that was not sent yet, or that was. */
export interface Draft {
  id: string;
  scope: ChangeScope;
  path: string;
  /** Whether its lines are numbered as they are after the change, or as they were before. */
  side: 'old' | 'new';
  /** The numbers of its first and last line; null where only fragments of the file are known. */
  from: number | null;
  to: number | null;
  /** What its lines were. */
  quote: ChangeLine[];
  text: string;
  /** When it was sent, and the first turn that may answer it. */
  sent?: { at: string; turn: number | null };
}

/** Longer quotes are cut: the program can read the file. */
const most = { lines: 400, letters: 2_000 };

/** A comment without words on lines of a hunk; undefined where there are none. */
export function draftOn(
  file: ChangedFile,
  scope: ChangeScope,
  hunk: number,
  rows: readonly [from: number, to: number],
): Omit<Draft, 'id' | 'text'> | undefined {
  const lines = file.hunks[hunk];
  if (!lines) return undefined;
  const all = rowsOf(lines);
  const [from, to] = [Math.min(...rows), Math.max(...rows)];
  const chosen = all.slice(from, to + 1);
  if (chosen.length === 0) return undefined;
  const side = chosen.some(({ now }) => now !== undefined) ? 'new' : 'old';
  const numbers = chosen.flatMap(({ old, now }) => (side === 'new' ? now : old) ?? []);
  return {
    scope,
    path: file.path,
    side,
    from: file.whole ? (numbers[0] ?? null) : null,
    to: file.whole ? (numbers.at(-1) ?? null) : null,
    quote: lines.lines
      .slice(from, to + 1)
      .slice(0, most.lines)
      .map(({ op, text }) => ({ op, text: text.slice(0, most.letters) })),
  };
}

/**
 * The row that a comment stands below. A file may have changed since: then it is the nearest one with the same text, and
 * where there is none, the comment has no place.
 */
export function placeFor(draft: Draft, file: ChangedFile): LineAt | undefined {
  const last = draft.quote.at(-1);
  if (!last) return undefined;
  let best: { line: LineAt; away: number } | undefined;
  file.hunks.forEach((one, hunk) => {
    rowsOf(one).forEach(({ kind, text, old, now }, row) => {
      if (text.slice(0, most.letters) !== last.text) return;
      if (draft.side === 'new' ? kind === 'del' : kind === 'add') return;
      const number = (draft.side === 'new' ? now : old) ?? 0;
      const away = draft.to === null ? 0 : Math.abs(number - draft.to);
      if (!best || away < best.away) best = { line: { path: file.path, hunk, row }, away };
    });
  });
  return best?.line;
}

/** Drafts as they were kept; what cannot be read is left out, and never stops the rest. */
export function readDrafts(kept: string | null): Draft[] {
  if (kept === null) return [];
  try {
    const all: unknown = JSON.parse(kept);
    return Array.isArray(all) ? all.flatMap((one: unknown) => readDraft(one) ?? []) : [];
  } catch {
    return [];
  }
}

function readDraft(one: unknown): Draft | undefined {
  if (!isRecord(one)) return undefined;
  const [id, path, text] = [textOf(one['id']), textOf(one['path']), textOf(one['text'])];
  if (!id || path === undefined || text === undefined) return undefined;
  const { scope, side, from, to, quote, sent } = one;
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const sentAt = isRecord(sent) ? textOf(sent['at']) : undefined;
  return {
    id,
    path,
    text,
    scope: scope === 'uncommitted' || scope === 'since' ? scope : 'session',
    side: side === 'old' ? 'old' : 'new',
    from: number(from),
    to: number(to),
    quote: Array.isArray(quote) ? quote.flatMap((line: unknown) => readLine(line) ?? []) : [],
    ...(sentAt === undefined || !isRecord(sent) ? {} : { sent: { at: sentAt, turn: number(sent['turn']) } }),
  };
}

function readLine(line: unknown): ChangeLine | undefined {
  if (!isRecord(line)) return undefined;
  const text = textOf(line['text']);
  const { op } = line;
  return text !== undefined && (op === ' ' || op === '+' || op === '-') ? { op, text } : undefined;
}

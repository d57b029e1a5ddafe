import type { Schema } from './schema';
import { sessionPath } from './session';

export type ToolCall = Schema<'ToolUse'>;

export type Turn = Schema<'Turn'>;

/** One page of a conversation, newest first; `turns_from` is included, `turns_to` is not. */
export type HistoryPage = Schema<'TurnPage'>;

export const formats = ['md', 'html', 'json'] as const;

/** The whole conversation as a file. */
export function exportPath(sid: string, format: (typeof formats)[number]): string {
  return sessionPath(sid, `/export?format=${format}`);
}

import { sessionPath } from './session';

export interface ToolCall {
  name: string;
  input_summary: string | null;
  output_summary: string | null;
  ok: boolean | null;
}

export interface Turn {
  index: number;
  role: 'user' | 'assistant' | 'tool' | 'system';
  at: string | null;
  text: string | null;
  tool?: ToolCall | null;
  thinking?: string | null;
  mark?: 'compacted' | 'error' | 'interrupted' | null;
  /** What the sub-agent did that this call started. */
  inner?: Turn[];
  /** A cap of the server took some of its text. */
  cut?: boolean;
}

/** One page of a conversation, newest first; `turns_from` is included, `turns_to` is not. */
export interface HistoryPage {
  turns_from: number;
  turns_to: number;
  total_turns: number;
  next_cursor: string | null;
  turns?: Turn[];
  text?: string;
  truncated: boolean;
}

export const formats = ['md', 'html', 'json'] as const;

/** The whole conversation as a file. */
export function exportPath(sid: string, format: (typeof formats)[number]): string {
  return sessionPath(sid, `/export?format=${format}`);
}

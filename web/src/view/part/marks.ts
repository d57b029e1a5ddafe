import type { Status } from '../../protocol/session';
import type { Drawing } from '../../ui/icons';

/** Drawn on a 14 px box. */
export const statusDrawings: Record<Status, Drawing> = {
  elsewhere: { line: 'M3 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', solid: 'M7 3a4 4 0 0 1 0 8z' },
  idle: { solid: 'M3.25 7a3.75 3.75 0 1 0 7.5 0a3.75 3.75 0 1 0 -7.5 0' },
  off: { line: 'M3.5 7a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0' },
  waiting: { solid: 'M7 1.2L12.8 7 7 12.8 1.2 7z' },
  working: { line: 'M7 1.5A5.5 5.5 0 1 1 1.5 7', solid: 'M4.75 7a2.25 2.25 0 1 0 4.5 0a2.25 2.25 0 1 0 -4.5 0' },
};

/** Drawn on a 16 px box; one mark for each program, never its logo. */
export const engineDrawings = {
  antigravity: { line: 'M2.5 13.5C4 6.2 6 2.6 8 2.6s4 3.6 5.5 10.9M5.5 11.2h5' },
  claude: { line: 'M8 2.5v11M3.2 5.25l9.6 5.5M12.8 5.25l-9.6 5.5' },
  codex: { line: 'M8 1.9l5.3 3.05v6.1L8 14.1l-5.3-3.05v-6.1z' },
  gemini: { line: 'M8 1.8c.6 3.7 2.5 5.6 6.2 6.2-3.7.6-5.6 2.5-6.2 6.2C7.4 10.5 5.5 8.6 1.8 8 5.5 7.4 7.4 5.5 8 1.8z' },
  kimi: { line: 'M13.2 9.7A5.7 5.7 0 1 1 6.3 2.8a4.6 4.6 0 0 0 6.9 6.9z' },
  opencode: { line: 'M6 2.75H2.75v10.5H6M10 2.75h3.25v10.5H10' },
} satisfies Record<string, Drawing>;

export const engineNames = {
  engine_1: 'claude',
  engine_2: 'codex',
  engine_3: 'opencode',
  engine_4: 'gemini',
  engine_5: 'antigravity',
  engine_6: 'kimi',
} as const;

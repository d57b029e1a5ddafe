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

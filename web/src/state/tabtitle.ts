import type { SessionRow } from '../protocol/session';
import { questionOf } from './filter';

/**
 * The title of the browser's tab: how many wait, and what is asked by the session that is open, or without one by the
 * one that waits longest.
 */
export function tabTitle(
  waiting: readonly SessionRow[],
  opened: SessionRow | undefined,
  titleOf: (row: SessionRow) => string,
): string {
  const about = opened ?? waiting[0];
  const question = about && questionOf(about);
  const title = opened || question ? about && titleOf(about) : undefined;
  const words = [question, title, 'svc'].filter(Boolean).join(' · ');
  return waiting.length > 0 ? `(${String(waiting.length)}) ${words}` : words;
}

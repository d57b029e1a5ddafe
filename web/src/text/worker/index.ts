import { preferred } from '../preferred';
import { de } from './de';
import { en, type WorkerTexts } from './en';

export type { WorkerTexts } from './en';

/** The page's language, where the worker was told it, else the browser's. */
export function workerTexts(chosen: string | null, asked: readonly string[]): WorkerTexts {
  return preferred(chosen, asked) === 'de' ? de : en;
}

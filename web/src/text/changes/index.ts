import { language } from '..';
import { en, type ChangesTexts } from './en';

/** What is said of the changes of a session: fetched with their view. */
export let words: ChangesTexts = en;

/** To be awaited before any of it is said, after the page has its language. */
export async function speakOfChanges(): Promise<void> {
  words = language === 'de' ? (await import('./de')).de : en;
}

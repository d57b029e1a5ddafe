import { language } from '..';
import { en, type HandOverTexts } from './en';

/** What is said where a session is handed over: fetched with the dialog. */
export let words: HandOverTexts = en;

/** To be awaited before any of it is said, after the page has its language. */
export async function speakOfHandOver(): Promise<void> {
  words = language === 'de' ? (await import('./de')).de : en;
}

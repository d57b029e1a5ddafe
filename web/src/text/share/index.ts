import { language } from '..';
import { en, type ShareTexts } from './en';

/** What is said where turns are shared: fetched with the dialog. */
export let words: ShareTexts = en;

/** To be awaited before any of it is said, after the page has its language. */
export async function speakOfShare(): Promise<void> {
  words = language === 'de' ? (await import('./de')).de : en;
}

import { language } from '..';
import { en, type OutsideTexts } from './en';

/** What is said of programs outside svc: fetched with the first of them, so that the list does not wait for it. */
export let words: OutsideTexts = en;

/** To be awaited before any of it is said, after the page has its language. */
export async function speakOfOutside(): Promise<void> {
  words = language === 'de' ? (await import('./de')).de : en;
}

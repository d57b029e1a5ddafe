import { language } from '..';
import { en, type UsageTexts } from './en';

/** What is said of usage: fetched with the first of it that is shown, so that the list does not wait for it. */
export let words: UsageTexts = en;

/** To be awaited before any of it is said, after the page has its language. */
export async function speakOfUsage(): Promise<void> {
  words = language === 'de' ? (await import('./de')).de : en;
}

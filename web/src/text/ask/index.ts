import { language } from '..';
import { en, type AskTexts } from './en';

/** What is said on the cards of questions: fetched with the first of them, so that the list does not wait for it. */
export let words: AskTexts = en;

/** To be awaited before any of it is said, after the page has its language. */
export async function speakOfQuestions(): Promise<void> {
  words = language === 'de' ? (await import('./de')).de : en;
}

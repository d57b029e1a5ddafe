import { language } from '..';
import { en, type SettingsTexts } from './en';

/** What only the settings say: fetched with them, so that the list does not wait for it. */
export let words: SettingsTexts = en;

/** To be awaited before the settings are drawn, after the page has its language. */
export async function speakOfSettings(): Promise<void> {
  words = language === 'de' ? (await import('./de')).de : en;
}

import type { Language } from '../text';
import { keep, kept } from './storage';

export function chosenLanguage(): Language | 'system' {
  const saved = kept('language');
  return saved === 'en' || saved === 'de' ? saved : 'system';
}

/** The page is redrawn in the other language; terminals reconnect and keep everything. */
export function chooseLanguage(language: Language | 'system'): void {
  keep('language', language === 'system' ? null : language);
  window.location.reload();
}

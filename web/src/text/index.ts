import { en, type Texts } from './en';
import type { Language } from './preferred';

export { preferred, type Language } from './preferred';
export type { Texts } from './en';

/** The sentences of the chosen language. A change of language redraws the page, so a plain binding is enough. */
export let t: Texts = en;
export let language: Language = 'en';

export async function speak(chosen: Language): Promise<void> {
  t = chosen === 'de' ? (await import('./de')).de : en;
  language = chosen;
  if (typeof document !== 'undefined') document.documentElement.lang = chosen;
}

import { en, type Texts } from './en';

export type Language = 'en' | 'de';
export type { Texts } from './en';

/** The sentences of the chosen language. A change of language redraws the page, so a plain binding is enough. */
export let t: Texts = en;
export let language: Language = 'en';

export async function speak(chosen: Language): Promise<void> {
  t = chosen === 'de' ? (await import('./de')).de : en;
  language = chosen;
  if (typeof document !== 'undefined') document.documentElement.lang = chosen;
}

export function preferred(saved: string | null, asked: readonly string[]): Language {
  if (saved === 'en' || saved === 'de') return saved;
  const first = asked.find((one) => /^(en|de)\b/i.test(one)) ?? 'en';
  return /^de\b/i.test(first) ? 'de' : 'en';
}

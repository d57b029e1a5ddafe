export type Language = 'en' | 'de';

/** The language that somebody chose, else the first that their browser asks for and there is. */
export function preferred(saved: string | null, asked: readonly string[]): Language {
  if (saved === 'en' || saved === 'de') return saved;
  const first = asked.find((one) => /^(en|de)\b/i.test(one)) ?? 'en';
  return /^de\b/i.test(first) ? 'de' : 'en';
}

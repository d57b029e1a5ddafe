import { expect, it } from 'vitest';
import { dayAndMonth, weekday, whole } from './dates';

const thursday = new Date(2026, 10, 12, 14, 5);

it('writes a moment in the words of the language', () => {
  expect(whole(thursday, 'en')).toBe('Thu, 12 Nov 2026, 14:05');
  expect(whole(thursday, 'de')).toBe('Do., 12. Nov. 2026, 14:05');
  expect(whole(new Date(2024, 1, 29, 0, 0), 'de')).toBe('Do., 29. Feb. 2024, 00:00');
});

it.each(Array.from({ length: 12 }, (_, month) => month))('names month %i and its days as the browser does', (month) => {
  for (const [language, locale] of [
    ['en', 'en-GB'],
    ['de', 'de-DE'],
  ] as const)
    for (let day = 1; day < 8; day++) {
      const at = new Date(2026, month, day, 9);
      const said = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(at);
      expect(dayAndMonth(at, language)).toBe(said({ day: 'numeric', month: 'short' }));
      expect(weekday(at, language)).toBe(said({ weekday: 'short' }));
    }
});

import type { Language } from './index';

/**
 * The dates that stand in every row of the list. The browser's own formats read the data of a whole language first, which
 * takes longer than to draw all rows of the first picture; rarer ones are left to it.
 */
const names: Record<Language, { days: string[]; months: string[]; long: string[]; dot: string }> = {
  en: {
    days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
    long: 'January February March April May June July August September October November December'.split(' '),
    dot: '',
  },
  de: {
    days: ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'],
    months: ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.'],
    long: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
    dot: '.',
  },
};

export function weekday(at: Date, language: Language): string {
  return names[language].days[at.getDay()] ?? '';
}

/** 12 Nov */
export function dayAndMonth(at: Date, language: Language): string {
  const { months, dot } = names[language];
  return `${String(at.getDate())}${dot} ${months[at.getMonth()] ?? ''}`;
}

/** September; with the year where it is another one than now: December 2025. */
export function monthName(year: string, month: number, language: Language, thisYear: string): string {
  const name = names[language].long[month - 1] ?? '';
  return year === thisYear ? name : `${name} ${year}`;
}

/** Thu, 12 Nov 2026, 14:05 */
export function whole(at: Date, language: Language): string {
  const day = `${weekday(at, language)}${names[language].dot}, ${dayAndMonth(at, language)}`;
  return `${day} ${String(at.getFullYear())}, ${clock(at)}`;
}

/** 14:05 */
export function clock(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** For a column of 44 px: 30 Sep, 30.9. */
export function narrowDate(at: Date, language: Language): string {
  const day = String(at.getDate());
  return language === 'de'
    ? `${day}.${String(at.getMonth() + 1)}.`
    : `${day} ${(names[language].months[at.getMonth()] ?? '').slice(0, 3)}`;
}

/** Thursday 12 November */
export function today(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(at);
}

/** 14:05:09 */
export function clockWithSeconds(at: Date): string {
  return `${clock(at)}:${two(at.getSeconds())}`;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

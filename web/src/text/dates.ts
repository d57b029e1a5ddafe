import type { Language } from './index';

/**
 * The dates that stand in every row of the list. The browser's own formats read the data of a whole language first, which
 * takes longer than to draw all rows of the first picture; rarer ones are left to it.
 */
const names: Record<Language, { days: string[]; months: string[]; dot: string }> = {
  en: {
    days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
    dot: '',
  },
  de: {
    days: ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'],
    months: ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.'],
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

/** Thu, 12 Nov 2026, 14:05 */
export function whole(at: Date, language: Language): string {
  const day = `${weekday(at, language)}${names[language].dot}, ${dayAndMonth(at, language)}`;
  return `${day} ${String(at.getFullYear())}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(n: number): string {
  return String(n).padStart(2, '0');
}

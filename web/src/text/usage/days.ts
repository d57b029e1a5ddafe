import { language } from '..';
import { dayAndMonth, monthName, weekday } from '../dates';

/** Noon: no change of the clock makes another day of it. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

const isMonth = (key: string) => key.length === 7;
const year = (key: string) => key.slice(0, 4);

/** Thu 19 Nov; November 2026. */
export function periodName(key: string, thisYear: string): string {
  if (isMonth(key)) return monthName(year(key), Number(key.slice(5)), language, '');
  const date = dateOf(key);
  const day = `${weekday(date, language)}${language === 'de' ? '.,' : ''} ${dayAndMonth(date, language)}`;
  return year(key) === thisYear ? day : `${day} ${year(key)}`;
}

/** 15 Nov 2026. */
export function dateName(day: string): string {
  return `${dayAndMonth(dateOf(day), language)} ${year(day)}`;
}

/** What stands below a bar: the day, with its month at first and where one begins; of few days the weekday. */
export function periodMark(key: string, before: string | undefined, few: boolean): string {
  const date = dateOf(key);
  if (isMonth(key)) {
    const [, month = ''] = dayAndMonth(date, language).split(' ');
    return before === undefined || year(before) !== year(key) ? `${month} ${year(key).slice(2)}` : month;
  }
  if (few) return `${weekday(date, language)} ${String(date.getDate())}${language === 'de' ? '.' : ''}`;
  if (before === undefined || before.slice(0, 7) !== key.slice(0, 7)) return dayAndMonth(date, language);
  return `${String(date.getDate())}${language === 'de' ? '.' : ''}`;
}

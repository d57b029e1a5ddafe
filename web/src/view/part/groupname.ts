import { isMonth, type GroupKey } from '../../state/group';
import { language, t } from '../../text';
import { monthName } from '../../text/dates';

/** What a group is called: Today, September, December 2025, 2024. */
export function groupName(key: GroupKey, now: number): string {
  if (!isMonth(key)) return t.group[key as keyof typeof t.group] ?? key;
  const [year = '', month = ''] = key.split('-');
  return monthName(year, Number(month), language, String(new Date(now).getFullYear()));
}

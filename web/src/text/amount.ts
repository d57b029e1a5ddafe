import { language } from './index';
import { locale } from './when';

/** Between a number and its unit, so that they stay on one line. */
const space = '\u00a0';
const made = new Map<string, Intl.NumberFormat>();

function format(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale()} ${name}`;
  const known = made.get(key) ?? new Intl.NumberFormat(locale(), options);
  made.set(key, known);
  return known;
}

function inCurrency(currency: string, digits: number): Intl.NumberFormat {
  return format(`${currency} ${String(digits)}`, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** $31.40; what is less than a cent says so, because it is not nothing. */
export function money(amount: number, currency: string): string {
  if (amount > 0 && amount < 0.01) return `<${inCurrency(currency, 2).format(0.01)}`;
  return inCurrency(currency, 2).format(amount);
}

/** $20 and $0.05: beside the lines of a plot. */
export function roundMoney(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : Math.min(6, Math.max(2, Math.ceil(-Math.log10(amount))));
  return inCurrency(currency, digits).format(amount);
}

/** 41.2 M, 612 k, 873. */
export function tokens(amount: number): string {
  const [size, unit] = scaleOf(amount);
  if (unit === '') return String(Math.round(amount));
  const value = amount / size;
  const digits = unit === 'k' && value >= 10 ? 0 : 1;
  return `${format(`tokens ${String(digits)}`, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)}${space}${unit}`;
}

/** What rounds up to the next unit has it: 1.0 M, not 1000 k. */
function scaleOf(amount: number): [size: number, unit: string] {
  if (amount < 999.5) return [1, ''];
  if (amount < 999_500) return [1e3, 'k'];
  if (amount < 999_950_000) return [1e6, 'M'];
  return [1e9, language === 'de' ? 'Mrd.' : 'B'];
}

/** Whole numbers beside the lines of a plot: 20 M, 2.5 M. */
export function roundTokens(amount: number): string {
  return tokens(amount).replace(/[.,]0(?=\u00a0)/, '');
}

/** A share from 0 to 1; what is more than nothing is never none. */
export function percent(share: number): string {
  const hundredths = Math.round(share * 100);
  const text = share > 0 && hundredths === 0 ? '<1' : String(hundredths);
  return language === 'de' ? `${text}${space}%` : `${text}%`;
}

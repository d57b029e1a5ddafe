/** What a table of numbers reads as something to compute; what begins so is text here. */
const formula = /^[=+\-@\t\r]/;

export type Cell = string | number | null | undefined;

/** A cell as tables of numbers read it: what is not known is empty, and nothing that somebody wrote is computed. */
function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of RFC 4180, the first with the names of the columns. */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

import type { SessionRow } from '../protocol/session';

/** What tells sessions apart that have one title and one folder: the branch, else where their first words part. */
export function tiesOf(rows: Iterable<SessionRow>): ReadonlyMap<string, string> {
  const alike = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const key = `${row.title ?? row.first_message ?? ''}\n${row.cwd ?? ''}`;
    const group = alike.get(key);
    if (group) group.push(row);
    else alike.set(key, [row]);
  }
  const ties = new Map<string, string>();
  for (const group of alike.values()) if (group.length > 1) tell(group, ties);
  return ties;
}

function tell(group: readonly SessionRow[], ties: Map<string, string>): void {
  const branches = new Set(group.map(({ branch }) => branch));
  const texts = group.map(({ first_message }) => first_message ?? '');
  const from = partingOf(texts);
  for (const row of group) {
    const words = (row.first_message ?? '').slice(from).trim();
    const said = words && from > 0 ? `… ${words}` : words;
    const line = branches.size > 1 && row.branch ? row.branch : new Set(texts).size > 1 ? said : '';
    if (line) ties.set(row.id, line);
  }
}

/** The beginning of the word in which texts differ first. */
function partingOf(texts: readonly string[]): number {
  const [one = '', ...others] = texts;
  let at = 0;
  while (at < one.length && others.every((text) => text[at] === one[at])) at += 1;
  return one.lastIndexOf(' ', at - 1) + 1;
}

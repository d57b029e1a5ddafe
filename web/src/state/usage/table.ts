import type { UsageCounts, UsageRow } from '../../protocol/usage';
import { csv, type Cell } from './csv';
import type { Bar } from './sums';

/** What the page shows. */
export interface Shown {
  bars: readonly Bar[];
  projects: readonly UsageRow[];
  sessions: readonly UsageRow[];
  currency: string;
  projectName: (id: string | null) => string;
  programName: (row: UsageRow) => string;
}

const counted = ['messages', 'input', 'cache_read', 'cache_write', 'output', 'reasoning', 'cost', 'unpriced'] as const;

/** All of it as one table: a line a day or month, then one a project, then one a session. */
export function tableOf({ bars, projects, sessions, currency, projectName, programName }: Shown): string {
  const numbers = (counts: UsageCounts | undefined): Cell[] =>
    counted.map((name) => counts?.[name] ?? zero(counts, name));
  const months = bars.some(({ key }) => key.length === 7);
  return csv([
    ['kind', 'key', 'name', 'engine', 'project', 'sessions', 'last', ...counted, 'currency'],
    ...bars.map((bar) => [
      months ? 'month' : 'day',
      bar.key,
      '',
      '',
      '',
      bar.sessions,
      '',
      ...numbers(bar.counts),
      currency,
    ]),
    ...projects.map((row) => [
      ...['project', row.key, projectName(row.key), '', projectName(row.key)],
      ...[row.sessions, row.last_at, ...numbers(row), currency],
    ]),
    ...sessions.map((row) => [
      ...['session', row.key, row.label, programName(row), projectName(row.project)],
      ...[row.sessions, row.last_at, ...numbers(row), currency],
    ]),
  ]);
}

/** On a day without anything all counts are nothing; a cost that is not known stays empty. */
function zero(counts: UsageCounts | undefined, name: (typeof counted)[number]): Cell {
  return counts || name === 'cost' ? null : 0;
}

import type { Api } from '../net/api';
import type { Config } from '../protocol/config';
import type { Version } from '../protocol/version';
import { words } from '../text/settings';
import { full, number, size } from '../text/when';

export type SystemFacts = [name: string, value: string][];

/** What the server says about itself and its host, as pairs to read; what it does not say is left out. */
export async function factsOf(api: Api, config: Config | undefined): Promise<SystemFacts> {
  const [version, system] = await Promise.all([
    api.get<Version>('/api/version'),
    api.get<Record<string, unknown>>('/api/system'),
  ]);
  const named: [string, unknown][] = [
    [words.system.version, version.version],
    [words.system.commit, version.commit],
    [words.system.java, version.java],
    [words.system.host, system['hostname']],
    [words.system.os, [system['os'], system['arch']].filter(Boolean).join(', ')],
    [words.system.pid, String(system['pid'] ?? '')],
    [words.system.started, typeof system['started_at'] === 'string' ? full(system['started_at']) : ''],
    [words.system.cpus, system['cpus']],
    [words.system.load, system['load']],
    [words.system.memory, amounts(system['memory'])],
    [words.system.disk, amounts(system['disk'])],
    [words.system.terminals, amounts(system['terminals'])],
    [words.system.index, amounts(system['index'])],
    [words.system.journal, amounts(system['journal'])],
    [words.system.backend, config?.terminal_backend],
  ];
  return named.map(([name, value]): [string, string] => [name, said(value)]).filter(([, value]) => value !== '');
}

function said(value: unknown): string {
  if (typeof value === 'number') return number(value);
  return typeof value === 'string' ? value : Array.isArray(value) ? value.map(said).join(', ') : '';
}

/** A record of figures in one line; what counts bytes is shown as such. */
function amounts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .filter(([, amount]) => amount !== null && amount !== '')
    .map(([key, amount]) => {
      const bytes =
        typeof amount === 'number' && /bytes|size|used|free|total|max|heap|rss|limit/.test(key) && amount > 1024;
      return `${key.replace(/_bytes$/, '').replaceAll('_', ' ')} ${bytes ? size(amount) : typeof amount === 'boolean' ? String(amount) : said(amount)}`;
    })
    .join(', ');
}

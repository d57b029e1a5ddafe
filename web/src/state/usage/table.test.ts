import { expect, it } from 'vitest';
import { usageRow } from '../../../test/usage';
import { periodsOf } from './calendar';
import { barsOf } from './sums';
import { tableOf } from './table';

const day = usageRow('2026-11-20', { input: 10, output: 2, cost: 0.5, sessions: 2, messages: 3 });

function lines(title: string): string[] {
  return tableOf({
    bars: barsOf(periodsOf('7d', '2026-11-20').slice(-2), [day]),
    projects: [usageRow('p1', { cost: 0.5, input: 10, output: 2 })],
    sessions: [usageRow('engine_1:x', { label: title, engine: 'engine_1', project: 'p1', cost: null, unpriced: 12 })],
    currency: 'USD',
    projectName: (id) => (id === 'p1' ? 'ledger' : ''),
    programName: () => 'Claude Code',
  }).split('\r\n');
}

it('has all that the page shows, a line each, and no price where there is none', () => {
  expect(lines('A title')).toEqual([
    'kind,key,name,engine,project,sessions,last,messages,input,cache_read,cache_write,output,reasoning,cost,unpriced,currency',
    'day,2026-11-19,,,,0,,0,0,0,0,0,0,,0,USD',
    'day,2026-11-20,,,,2,,3,10,0,0,2,0,0.5,0,USD',
    'project,p1,ledger,,ledger,1,,0,10,0,0,2,0,0.5,0,USD',
    'session,engine_1:x,A title,Claude Code,ledger,1,,0,0,0,0,0,0,,12,USD',
    '',
  ]);
});

it('a title of a session is never computed', () => {
  expect(lines('=cmd|x')[4]).toContain(",'=cmd|x,");
});

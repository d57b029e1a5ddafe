import { expect, it } from 'vitest';
import { row } from '../../test/server';
import { everything, filterOf, isNarrowed, needsYou, queryOf, sessionQuery } from './filter';

it('a filter survives the way into the address and back', () => {
  const filter = {
    words: 'a b',
    engines: ['engine_2' as const],
    project: 'none',
    archived: true,
    live: true,
    needsYou: false,
  };
  expect(filterOf(queryOf(filter).toString())).toEqual(filter);
});

it('an address with nonsense narrows to nothing', () => {
  expect(filterOf('engine=x,engine_9&archived=yes')).toEqual(everything);
  expect(isNarrowed(everything)).toBe(false);
});

it('what needs somebody is asked for as live', () => {
  expect(sessionQuery({ ...everything, needsYou: true, words: '  x ' })).toEqual({ live: '1', q: 'x' });
});

it('a session needs somebody when its program waits, or when it runs and its review says so', () => {
  const review = { summary: 'which one?', needs_you: true, at: '' };
  expect(needsYou(row(1, { status: 'waiting' }))).toBe(true);
  expect(needsYou(row(1, { live: true, status: 'idle', review }))).toBe(true);
  expect(needsYou(row(1, { review }))).toBe(false);
});

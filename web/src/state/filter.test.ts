import { expect, it } from 'vitest';
import { review, row } from '../../test/server';
import {
  addressOf,
  everything,
  filterOf,
  isLive,
  isNarrowed,
  isSnoozedAsAsked,
  isWhereAsked,
  needsYou,
  queryOf,
  sessionQuery,
} from './filter';

it('a filter survives the way into the address and back', () => {
  const filter = {
    within: undefined,
    like: undefined,
    words: 'a b',
    engines: ['engine_2' as const],
    hosts: ['forge-1', 'laptop-3'],
    project: 'none',
    folders: ['/src/a', '/src/b'],
    archived: true,
    snoozed: true,
    live: true,
    needsYou: false,
    kept: true,
    leaving: true,
  };
  expect(filterOf(queryOf(filter).toString())).toEqual(filter);
});

it('where words are looked for, and whose like, stand in the address and not in a saved view', () => {
  const filter = { ...everything, words: 'cart', within: 'edit' as const };
  expect(addressOf(filter).toString()).toBe('q=cart&in=edit');
  expect(filterOf('?q=cart&in=edit')).toEqual(filter);
  expect(queryOf(filter).toString()).toBe('q=cart');
  expect(addressOf({ ...filter, words: '' }).toString()).toBe('');
  const like = { ...everything, like: 'engine_1:a' };
  expect(filterOf(addressOf(like).toString())).toEqual(like);
  expect([queryOf(like).size, isNarrowed(like)]).toEqual([0, true]);
  expect(filterOf('?q=cart&in=nowhere').within).toBeUndefined();
});

it('an address with nonsense narrows to nothing', () => {
  expect(filterOf('engine=x,engine_00&archived=yes')).toEqual(everything);
  expect(isNarrowed(everything)).toBe(false);
});

it('what runs outside svc has no terminal here, whatever it does; once joined it has', () => {
  expect(isLive(row(1, { live: 'elsewhere', status: 'waiting' }))).toBe(false);
  expect(isLive(row(1, { live: true, status: 'waiting' }))).toBe(true);
  expect(isLive(row(1, { status: 'idle' }))).toBe(true);
  expect(isLive(row(1))).toBe(false);
});

it('the server is asked for what needs somebody', () => {
  expect(sessionQuery({ ...everything, needsYou: true, words: '  x ' })).toEqual({
    needs_you: '1',
    sort: 'waiting',
    q: 'x',
  });
});

it('what a program has deleted and what it is about to delete are asked for together', () => {
  const both = { ...everything, kept: true, leaving: true };
  expect(sessionQuery(both)).toEqual({ kept: 'kept,leaving' });
  expect(sessionQuery({ ...everything, leaving: true })).toEqual({ kept: 'leaving' });
  const rows = (['here', 'leaving', 'kept'] as const).map((kept, at) => row(at, { kept }));
  expect(rows.filter((one) => isWhereAsked(one, both)).map(({ kept }) => kept)).toEqual(['leaving', 'kept']);
  expect(rows.filter((one) => isWhereAsked(one, everything))).toHaveLength(3);
});

it('a session needs somebody when its program waits or its review says so', () => {
  expect(needsYou(row(1, { status: 'waiting' }))).toBe(true);
  expect(needsYou(row(1, { review: review({ needs_you: true }) }))).toBe(true);
  expect(needsYou(row(1, { review: review() }))).toBe(false);
});

it('a snoozed session stands where it is asked for, searched for or archived, and not in the daily list', () => {
  const snoozed = row(1, { snoozed: true });
  const stands = (filter: Partial<typeof everything>) => isSnoozedAsAsked(snoozed, { ...everything, ...filter });
  expect(stands({})).toBe(false);
  expect(stands({ words: ' ' })).toBe(false);
  expect([stands({ words: 'x' }), stands({ archived: true }), stands({ snoozed: true })]).toEqual([true, true, true]);
  expect(isSnoozedAsAsked(row(1), { ...everything, snoozed: true, words: 'x' })).toBe(false);
});

it('asks for programs that no page ever heard of, each once and in their order', () => {
  expect(filterOf('engine=engine_12,engine_2,engine_12').engines).toEqual(['engine_2', 'engine_12']);
});

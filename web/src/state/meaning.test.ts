import { describe, expect, it } from 'vitest';
import { elsewhere, review, row, rows } from '../../test/server';
import { everything, type Filter } from './filter';
import { meaningOf, type Cause, type Held } from './meaning';
import type { SessionRow } from '../protocol/session';

const held = (filter: Partial<Filter> = {}, complete = true, list = rows(3)): Held => ({
  rows: list,
  complete,
  filter: { ...everything, ...filter },
});
const means = (where: Held, now: SessionRow, cause: Cause = 'facts') => meaningOf(where, now, cause);
const later = '2026-11-21T00:00:00.000Z';

describe('a row that is held', () => {
  it('renamed, it stays where it is', () => {
    expect(means(held(), row(1, { title: 'mine', title_source: 'user' }))).toBe('nothing');
  });

  it('with another status or review, it stays where it is', () => {
    expect(means(held(), row(1, { live: true, status: 'working' }), 'runs')).toBe('nothing');
    expect(means(held(), row(1, { review: review({ needs_you: true }) }))).toBe('nothing');
  });

  it('as a favourite or with something new in it, it goes to its place', () => {
    expect(means(held(), row(1, { sticky: true }))).toBe('place');
    expect(means(held(), row(1, { updated_at: later }))).toBe('place');
  });

  it('behind the last row of a beginning, its place is asked for', () => {
    const favourite = [row(0, { sticky: true }), row(1), row(2)];
    expect(means(held({}, false, favourite), row(0, { updated_at: '2026-01-01T00:00:00.000Z' }))).toBe('ask');
    expect(means(held({}, true, favourite), row(0, { updated_at: '2026-01-01T00:00:00.000Z' }))).toBe('place');
    expect(means(held({}, false, favourite), row(0))).toBe('place');
  });

  it('archived, it leaves and total and facets are asked for; back from the archive, it leaves that', () => {
    expect(means(held(), row(1, { archived: true }))).toBe('ask');
    expect(means(held({ archived: true }, true, [row(1, { archived: true })]), row(1))).toBe('ask');
  });

  it('snoozed, it leaves the daily list and no other; woken, it leaves that of what is snoozed', () => {
    const snoozed = row(1, { snoozed: true });
    expect(means(held(), snoozed)).toBe('ask');
    expect(means(held({ words: 'hello' }), snoozed)).toBe('nothing');
    expect(means(held({ snoozed: true }, true, [snoozed]), row(1))).toBe('ask');
    expect(means(held({}, true, []), row(1))).toBe('ask');
    expect(means(held({}, true, []), snoozed)).toBe('nothing');
  });

  it('in another project, it changes the facets', () => {
    expect(means(held(), row(1, { project_id: 'p1' }))).toBe('ask');
  });

  it('out of the project that the list is narrowed to, it leaves', () => {
    const inProject = held({ project: 'p1' }, true, [row(1, { project_id: 'p1' })]);
    expect(means(inProject, row(1, { project_id: 'p1', title: 'other' }))).toBe('nothing');
    expect(means(inProject, row(1))).toBe('ask');
  });

  it('outside svc it stays in the list of what runs, known or not what it does', () => {
    const outside = row(1, { live: 'elsewhere', status: 'working', elsewhere: elsewhere() });
    const list = held({ live: true }, true, [outside]);
    expect(means(list, { ...outside, status: 'off' }, 'runs')).toBe('nothing');
    expect(means(list, row(1), 'runs')).toBe('ask');
  });

  it('ended, it leaves the list of what runs; seen to, that of what needs somebody', () => {
    const running = row(1, { live: true, status: 'idle' });
    expect(means(held({ live: true }, true, [running]), { ...running, status: 'working' }, 'runs')).toBe('nothing');
    expect(means(held({ live: true }, true, [running]), row(1), 'runs')).toBe('ask');
    expect(means(held({ needsYou: true }, true, [row(1, { status: 'waiting' })]), row(1), 'runs')).toBe('ask');
  });

  it.each([{ title: 'other' }, { first_message: 'other' }, { cwd: '/other' }, { branch: 'other' }, { model: 'other' }])(
    'under words, the server says whether they still occur in %j',
    (change) => {
      expect(means(held({ words: 'session' }), row(1, change))).toBe('ask');
      expect(means(held({ words: ' ' }), row(1, change))).toBe('nothing');
    },
  );

  it('under words, what has no words changes nothing', () => {
    expect(means(held({ words: 'session' }), row(1, { live: true, status: 'idle' }), 'runs')).toBe('nothing');
  });
});

describe('a row that is not held', () => {
  it('is asked for when it belongs to the list', () => {
    expect(means(held(), row(9))).toBe('ask');
    expect(means(held({ words: 'x' }), row(9))).toBe('ask');
  });

  it('means nothing for a whole list that it does not belong to', () => {
    expect(means(held(), row(9, { archived: true }))).toBe('nothing');
    expect(means(held({ project: 'p1' }), row(9))).toBe('nothing');
    expect(means(held({ project: 'none' }), row(9, { project_id: 'p1' }))).toBe('nothing');
  });

  it('may have left the part of the list that is not held', () => {
    expect(means(held({}, false), row(9, { archived: true }))).toBe('ask');
  });

  it('of another program means nothing, for that never changes', () => {
    expect(means(held({ engines: ['engine_2'] }, false), row(9))).toBe('nothing');
  });

  it('of a sub-agent means nothing', () => {
    expect(means(held({}, false), row(9, { parent_id: 'engine_1:1' }))).toBe('nothing');
  });

  it('further down stands there still when its program begins or ends', () => {
    expect(means(held({}, false), row(9, { live: true, status: 'idle' }), 'runs')).toBe('nothing');
    expect(means(held({}, false), row(9, { live: true, status: 'idle' }), 'seen')).toBe('nothing');
  });

  it('is new when it would stand among those that are held', () => {
    const started = row(9, { live: true, status: 'idle', updated_at: later });
    expect(means(held({}, false), started, 'seen')).toBe('ask');
    expect(means(held(), row(9, { live: true, status: 'idle' }), 'seen')).toBe('ask');
  });

  it('comes to or leaves the list of what runs when its program begins or ends', () => {
    expect(means(held({ live: true }), row(9, { live: true, status: 'idle' }), 'runs')).toBe('ask');
    expect(means(held({ live: true }, false), row(9), 'runs')).toBe('ask');
    expect(means(held({ live: true }), row(9), 'runs')).toBe('nothing');
  });

  it('under words, is asked for when it was never seen, and else not because it runs', () => {
    const started = row(9, { live: true, status: 'idle', updated_at: later });
    expect(means(held({ words: 'x' }), started, 'seen')).toBe('ask');
    expect(means(held({ words: 'x' }), started, 'runs')).toBe('nothing');
  });
});

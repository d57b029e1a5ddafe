import { describe, expect, it } from 'vitest';
import type { Folder } from '../protocol/project';
import type { SessionRow } from '../protocol/session';
import { divided, lastOf, mostUsed } from './sections';

const row = (id: string, change: Partial<SessionRow> = {}): SessionRow =>
  ({
    id,
    engine: 'engine_1',
    live: false,
    status: 'off',
    sticky: false,
    updated_at: `2026-01-01T00:00:0${String(id.length)}.000Z`,
    review: null,
    first_message: null,
    title_source: 'none',
    ...change,
  }) as SessionRow;
const ids = (rows: SessionRow[]) => rows.map((one) => one.id);
const folder = (path: string, exists = true) => ({ path, exists }) as Folder;

describe('home', () => {
  it('a session stands in one section only, and what needs somebody is first', () => {
    const asks = row('a', { live: true, status: 'waiting' });
    const works = row('b', { live: true, status: 'working' });
    const { needs, live, resumable } = divided([asks], [asks, works], [asks, works, row('c')]);
    expect([ids(needs), ids(live), ids(resumable)]).toEqual([['a'], ['b'], ['c']]);
  });

  it('favourites are first, then the newest', () => {
    const { resumable } = divided([], [], [row('1'), row('333'), row('22', { sticky: true })]);
    expect(ids(resumable)).toEqual(['22', '333', '1']);
  });

  it('what runs outside svc is not offered to be continued', () => {
    expect(divided([], [], [row('a', { live: 'elsewhere' })]).resumable).toEqual([]);
  });

  it('five live ones are shown, and between four and eight to continue', () => {
    const many = Array.from({ length: 20 }, (_, at) => row('x'.repeat(at + 1)));
    expect(divided([], many, []).live).toHaveLength(5);
    expect(divided([], [], many).resumable).toHaveLength(8);
    expect(divided(many.slice(0, 9), [], many).resumable).toHaveLength(4);
  });

  it('offers the pairs of folder and program that were used most, if both are there', () => {
    const rows = [
      ...['/new', '/often', '/often', '/gone', '/gone', '/gone'].map((cwd) => row('a', { cwd })),
      row('a', { cwd: '/often', engine: 'engine_2' }),
      row('a', { cwd: '/often', engine: 'engine_3' }),
    ];
    const folders = [folder('/new'), folder('/often'), folder('/gone', false)];
    expect(mostUsed(rows, folders, ['engine_1', 'engine_2'])).toEqual([
      { folder: '/often', engine: 'engine_1' },
      { folder: '/new', engine: 'engine_1' },
      { folder: '/often', engine: 'engine_2' },
    ]);
  });

  it('says beside a title what the title does not say', () => {
    expect(lastOf(row('a', { first_message: 'Why?', title_source: 'first_message' }))).toBe('');
    expect(lastOf(row('a', { first_message: 'Why?', title_source: 'user' }))).toBe('Why?');
    expect(
      lastOf(
        row('a', {
          first_message: 'Why?',
          status: 'waiting',
          question: { id: 'q', text: 'Run it?', since: '2026-11-20T00:00:00.000Z' },
        }),
      ),
    ).toBe('Run it?');
  });
});

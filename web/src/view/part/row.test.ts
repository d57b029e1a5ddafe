import { expect, it } from 'vitest';
import { elsewhere, row } from '../../../test/server';
import type { Elsewhere } from '../../protocol/session';
import type { App } from '../../state/app.svelte';
import { placeOf, placeWords, statusOf, statusWord } from './row';

const app = { label: () => 'Codex' } as unknown as App;

const place = (change: Partial<Elsewhere>) => placeOf(app, row(1, { elsewhere: elsewhere(change) }));

it('says where a program ran that is there no more', () => {
  expect(placeWords(app, row(1).engine, { where: 'tmux', place: 'main:2.1', sure: false })).toBe(
    'probably tmux main:2.1',
  );
});

it('says where a program outside svc is', () => {
  expect(place({})).toBe('tmux main:2.1');
  expect(place({ where: 'screen', place: 'work:0' })).toBe('screen work:0');
  expect(place({ where: 'screen', place: null })).toBe('screen');
  expect(place({ where: 'daemon', place: null })).toBe('Codex daemon');
  expect(place({ where: 'background', place: null })).toBe('background');
  expect(place({ where: 'tty', place: '/dev/pts/3' })).toBe('a terminal');
  expect(place({ where: 'tty', sure: false })).toBe('probably a terminal');
  expect(placeOf(app, row(1))).toBe('');
});

it('a program outside svc has the word of any other, and one of its own only while nothing says what it does', () => {
  const outside = row(1, { live: 'elsewhere', elsewhere: elsewhere() });
  expect(statusWord(app, { ...outside, status: 'waiting' })).toBe('Needs you, tmux main:2.1');
  expect(statusWord(app, { ...outside, status: 'working' })).toBe('Working, tmux main:2.1');
  expect(statusOf(outside)).toBe('elsewhere');
  expect(statusWord(app, outside)).toBe('Running outside svc, tmux main:2.1');
  expect(statusOf({ ...outside, live: true, status: 'idle' })).toBe('idle');
});

it('an idle program says how much it still runs in the background', () => {
  const idle = row(1, { live: true, status: 'idle', background: ['./gradlew bootRun'] });
  expect(statusWord(app, idle)).toBe('Idle, 1 in background');
  expect(statusWord(app, { ...idle, background: ['a', 'b'] })).toBe('Idle, 2 in background');
  expect(statusWord(app, { ...idle, background: [] })).toBe('Idle');
  expect(statusWord(app, { ...idle, status: 'working' })).toBe('Working');
});

import { beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, row } from '../../test/server';
import { FakeSource } from '../../test/source';
import { Feed, LiveFeed } from '../net/live';
import { boardTypes, type BoardTile } from '../protocol/board';
import type { SessionRow } from '../protocol/session';
import { App } from './app.svelte';
import { Board } from './board.svelte';

let sources: FakeSource[];
let app: App;
let board: Board;

beforeEach(async () => {
  sources = [];
  const window = { location: { pathname: '/board', search: '', hash: '' }, history: { replaceState: vi.fn() } };
  const server = new FakeServer([row(1), row(2), row(3)].map((one) => ({ ...one, live: true, status: 'idle' })));
  app = new App(window as unknown as Window, server.api, new LiveFeed(() => new FakeSource()));
  await app.live.load();
  const feed = new Feed(() => {
    const source = new FakeSource();
    sources.push(source);
    return source;
  }, boardTypes);
  board = new Board(app, feed);
  board.look(true);
});

function opened(): FakeSource {
  const source = sources.at(-1);
  source?.onopen?.(new Event('open'));
  if (!source) throw new Error('no stream');
  return source;
}

function tile(number: number, status: BoardTile['status'] = 'idle', line = 'ready'): void {
  const data = { sid: row(number).id, status, question: null, lines: [line], cols: 80, rows: 24 };
  sources.at(-1)?.tell('tile', JSON.stringify(data));
}

const tell = (type: string, data: object = {}) => sources.at(-1)?.tell(type, JSON.stringify(data));
const numbers = () => board.order.map((sid) => sid.split(':')[1]).join(' ');

it('shows nothing before all tiles have come, and then all of them in order', () => {
  opened();
  tile(1);
  tile(2, 'working');
  expect(board.complete).toBe(false);
  expect(numbers()).toBe('');
  tell('complete');
  expect(numbers()).toBe('2 1');
});

it('a tile shows what came last, and moves with its group', () => {
  opened();
  tile(1);
  tile(2);
  tell('complete');
  tile(2, 'waiting', 'Go on?');
  expect(numbers()).toBe('2 1');
  expect(board.tiles.get(row(2).id)?.lines).toEqual(['Go on?']);
});

it('one that has ended goes', () => {
  opened();
  tile(1);
  tile(2);
  tell('complete');
  tell('ended', { sid: row(1).id });
  expect(numbers()).toBe('2');
});

it('nothing moves while it is held: new tiles come last, ended ones stay, and both are put right afterwards', () => {
  opened();
  tile(1);
  tile(2);
  tell('complete');
  board.hold(true);
  tile(2, 'waiting');
  tile(3, 'waiting');
  tell('ended', { sid: row(1).id });
  expect(numbers()).toBe('1 2 3');
  expect(board.tiles.get(row(1).id)?.status).toBe('off');
  board.hold(false);
  expect(numbers()).toBe('3 2');
});

it('a key that moves puts it right although it is held', () => {
  opened();
  tile(1);
  tile(2);
  tell('complete');
  board.hold(true);
  tile(2, 'waiting');
  board.settle();
  expect(numbers()).toBe('2 1');
  tile(1, 'waiting');
  expect(numbers()).toBe('2 1');
});

it('has no stream while nobody sees it, and forgets what ended meanwhile', () => {
  opened();
  tile(1);
  tile(2);
  tell('complete');
  board.look(false);
  expect(sources.map(({ closed }) => closed)).toEqual([true]);
  board.look(true);
  opened();
  tile(2);
  expect(numbers()).toBe('1 2');
  tell('complete');
  expect(numbers()).toBe('2');
  board.leave();
  expect(sources.map(({ closed }) => closed)).toEqual([true, true]);
});

it('a page that is opened in the background has no stream before it is seen', () => {
  const opening = vi.fn(() => new FakeSource());
  const hidden = new Board(app, new Feed(opening, boardTypes));
  hidden.look(false);
  expect(opening).not.toHaveBeenCalled();
  hidden.look(true);
  expect(opening).toHaveBeenCalledOnce();
  hidden.leave();
});

it('what was shown last stays when the connection is lost', () => {
  const source = opened();
  tile(1);
  tell('complete');
  source.onerror?.(new Event('error'));
  expect(board.linked).toBe(false);
  expect(numbers()).toBe('1');
  board.leave();
});

it('what is no picture changes nothing', () => {
  opened();
  tell('complete');
  tell('tile', { sid: 7 });
  tell('tile', { sid: 'engine_1:1' });
  expect(board.tiles.size).toBe(0);
});

const far = (number: number, change: Partial<SessionRow> = {}) =>
  row(number, { id: `engine_1:${String(number)}@forge-1`, host: 'forge-1', live: true, status: 'idle', ...change });

it('programs of other hosts stand among them by what their rows say, and no stream ends them', () => {
  board.placeThere([far(7, { status: 'waiting', question: { id: 'q', text: 'Go on?', since: row(1).updated_at } })]);
  opened();
  tile(1);
  tell('complete');
  expect(numbers()).toBe('7@forge-1 1');
  expect(board.tiles.get(far(7).id)?.question?.text).toBe('Go on?');
  board.placeThere([far(7, { status: 'working' }), far(8)]);
  expect(board.tiles.get(far(7).id)?.status).toBe('working');
  board.placeThere([far(8, { host_seen: row(1).updated_at }), row(1)]);
  expect(numbers()).toBe('1');
});

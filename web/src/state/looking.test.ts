import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Api } from '../net/api';
import { Looking } from './looking';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page; what it says is written down. */
function page({ status = 204 } = {}) {
  const said: (string | null)[] = [];
  const api = new Api((_, init) => {
    said.push((JSON.parse(init?.body as string) as { sid: string | null }).sid);
    return Promise.resolve(new Response(null, { status }));
  });
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = Object.assign(new EventTarget(), { document });
  const looking = new Looking(api);
  looking.follow(window as unknown as Window);
  const turn = (state: 'visible' | 'hidden') => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { looking, said, turn, touch: () => window.dispatchEvent(new Event('pointermove')) };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('says the session that is shown, and again within a minute', async () => {
  const { looking, said, touch } = page();
  looking.show('a');
  await pass(1);
  expect(said).toEqual(['a']);
  touch();
  await pass(59);
  expect(said.length).toBeGreaterThan(1);
  expect(new Set(said)).toEqual(new Set(['a']));
});

it('says at once that it is hidden or left, and once', async () => {
  const { looking, said, turn } = page();
  looking.show('a');
  await pass(1);
  turn('hidden');
  expect(said).toEqual(['a', null]);
  await pass(600);
  turn('visible');
  await pass(1);
  expect(said).toEqual(['a', null, 'a']);
  looking.show(undefined);
  expect(said).toEqual(['a', null, 'a', null]);
});

it('says nothing of what is passed on the way', async () => {
  const { looking, said } = page();
  for (const sid of ['a', 'b', 'c']) looking.show(sid);
  await pass(1);
  expect(said).toEqual(['c']);
});

it('says nothing of a session on another host, and that the one before it is left', async () => {
  const { looking, said } = page();
  looking.show('engine_1:a@h2');
  await pass(1);
  expect(said).toEqual([]);
  looking.show('b');
  await pass(1);
  looking.show('engine_1:a@h2');
  expect(said).toEqual(['b', null]);
});

it('a page that shows no session says nothing', async () => {
  const { looking, said, turn } = page();
  looking.show(undefined);
  turn('hidden');
  turn('visible');
  await pass(600);
  expect(said).toEqual([]);
});

it('a page that nobody is at is not looked at, until somebody is back', async () => {
  const { looking, said, touch } = page();
  looking.show('a');
  await pass(600);
  expect(said.at(-1)).toBeNull();
  const before = said.length;
  touch();
  await pass(1);
  expect(said.slice(before)).toEqual(['a']);
});

it('goes on when the server refuses', async () => {
  const { looking, said } = page({ status: 404 });
  looking.show('a');
  await pass(40);
  expect(said).toEqual(['a', 'a']);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeIndex, group, windowAt } from '../../../test/search';
import { Place } from '../place.svelte';
import { Said } from './said.svelte';
import { rest, Walk, type Reader } from './walk.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function started(address = '/?q=cart', groups = [group(0, 9, 3), group(1, 5), group(2, 7, 8)]) {
  const window = windowAt(address);
  const place = new Place(window);
  const said = new Said(new FakeIndex(groups).api);
  await said.show(place.filter);
  const state: { reader: Reader | undefined } = { reader: undefined };
  const walk = new Walk(new FakeIndex(groups).api, place, said, () => state.reader);
  const shown = () => decodeURIComponent(window.location.pathname + window.location.hash);
  const back = vi.fn();
  /** The keys stand there, and rest. */
  const over = async (number: number) => {
    walk.over(`engine_1:${String(number)}`, back);
    await vi.advanceTimersByTimeAsync(rest);
  };
  return { walk, place, window, state, shown, back, over };
}

describe('a walk through hits', () => {
  it('shows a session at its best hit once the keys rest, not before', async () => {
    const { walk, shown, back } = await started();
    walk.over('engine_1:0', back);
    await vi.advanceTimersByTimeAsync(rest - 1);
    walk.over('engine_1:1', back);
    await vi.advanceTimersByTimeAsync(rest - 1);
    expect([shown(), walk.active]).toEqual(['/', false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([shown(), walk.active]).toEqual(['/s/engine_1:1/transcript#turn-5', true]);
  });

  it('leads back to where it began, whatever was looked at', async () => {
    const { walk, over, place, back } = await started('/s/engine_1:9/terminal?q=cart');
    await over(0);
    await over(2);
    expect(walk.leave()).toBe(true);
    expect([place.address, back.mock.calls.length, walk.active]).toEqual(['/s/engine_1:9/terminal?q=cart', 1, false]);
    expect(walk.leave()).toBe(false);
  });

  it('leaves words that were typed since', async () => {
    const { walk, over, place } = await started();
    await over(0);
    place.narrow({ words: 'cart shop' });
    walk.leave();
    expect(place.address).toBe('/?q=cart+shop');
  });

  it('ends with what is opened for good: a step back in the browser leads to where it began', async () => {
    const { walk, over, window, shown } = await started();
    const pushed: string[] = [];
    const push = window.history.pushState.bind(window.history);
    window.history.pushState = (state, title, to) => {
      pushed.push(window.location.pathname);
      push(state, title, to);
    };
    await over(1);
    walk.open(group(1, 5));
    expect([shown(), pushed, walk.active, walk.opening]).toEqual([
      '/s/engine_1:1/transcript#turn-5',
      ['/'],
      false,
      'engine_1:1',
    ]);
  });

  it('opens the hit that is looked at', async () => {
    const { walk, over, place, shown } = await started();
    await over(0);
    place.go({ at: 'session', sid: 'engine_1:0', tab: 'transcript', turn: 3 }, 'replace');
    walk.open(group(0, 9, 3));
    expect(shown()).toBe('/s/engine_1:0/transcript#turn-3');
  });

  it('is over when something else is opened', async () => {
    const { walk, over, place } = await started();
    await over(0);
    place.go({ at: 'settings', page: 'general' });
    expect([walk.active, walk.leave()]).toEqual([false, false]);
  });

  it('goes on from the last hit of a session to the first of the next, and back to the last of the one before', async () => {
    const { walk, state, shown } = await started();
    state.reader = { sid: 'engine_1:1', step: () => false };
    await walk.step(1);
    expect(shown()).toBe('/s/engine_1:2/transcript#turn-7');
    await walk.step(-1);
    expect(shown()).toBe('/s/engine_1:0/transcript#turn-9');
  });

  it('stays within the session while there are further hits, and at the ends of the result', async () => {
    const { walk, state, shown } = await started();
    const step = vi.fn(() => true);
    state.reader = { sid: 'engine_1:1', step };
    await walk.step(1);
    expect([step.mock.calls, shown()]).toEqual([[[1, false]], '/']);
    state.reader = { sid: 'engine_1:0', step: () => false };
    await walk.step(-1);
    expect(shown()).toBe('/');
  });
});

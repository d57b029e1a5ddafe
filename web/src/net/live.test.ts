import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeSource } from '../../test/source';
import type { LiveEvent } from '../protocol/live';
import { LiveFeed } from './live';

function feeding() {
  const sources: FakeSource[] = [];
  const events: LiveEvent[] = [];
  const links: boolean[] = [];
  const feed = new LiveFeed(() => {
    const source = new FakeSource();
    sources.push(source);
    return source;
  });
  feed.onEvent = (event) => events.push(event);
  feed.onLink = (linked) => links.push(linked);
  let gaps = 0;
  feed.onGap = () => (gaps += 1);
  feed.start();
  return { feed, sources, events, links, gaps: () => gaps };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells what happens, and nothing of heartbeats', () => {
  const { sources, events } = feeding();
  sources[0]?.tell('session', '{"id":"a"}');
  sources[0]?.tell('heartbeat', '{}');
  sources[0]?.tell('project', 'no json');
  expect(events).toEqual([
    { type: 'session', data: { id: 'a' } },
    { type: 'project', data: undefined },
  ]);
});

it('comes back after an error, within a second of the service, and says when it flows again', () => {
  const { sources, links } = feeding();
  sources[0]?.onerror?.(new Event('error'));
  expect(sources[0]?.closed).toBe(true);
  vi.advanceTimersByTime(1_000);
  sources[1]?.onerror?.(new Event('error'));
  vi.advanceTimersByTime(700);
  expect(sources).toHaveLength(2);
  vi.advanceTimersByTime(200);
  sources[2]?.onopen?.(new Event('open'));
  expect(links).toEqual([false, false, true]);
});

it('takes a stream without a heartbeat for dead', () => {
  const { sources, links } = feeding();
  sources[0]?.onopen?.(new Event('open'));
  vi.advanceTimersByTime(39_000);
  sources[0]?.tell('heartbeat', '{}');
  vi.advanceTimersByTime(39_000);
  expect(links).toEqual([true]);
  vi.advanceTimersByTime(2_000);
  expect(links).toEqual([true, false]);
});

it('takes a stream that never opens for dead', () => {
  const { links } = feeding();
  vi.advanceTimersByTime(41_000);
  expect(links).toEqual([false]);
});

it('says that something may have been missed when an open stream opens again', () => {
  const { sources, links, gaps } = feeding();
  sources[0]?.onopen?.(new Event('open'));
  expect(gaps()).toBe(0);
  sources[0]?.onopen?.(new Event('open'));
  expect(gaps()).toBe(1);
  expect(links).toEqual([true]);
});

it('has no stream while it rests, and catches up afterwards without having been lost', () => {
  const { feed, sources, links, gaps } = feeding();
  sources[0]?.onopen?.(new Event('open'));
  feed.rest();
  vi.advanceTimersByTime(3_600_000);
  expect(sources.map((one) => one.closed)).toEqual([true]);
  feed.wake();
  sources[1]?.onopen?.(new Event('open'));
  expect(gaps()).toBe(1);
  expect(links).toEqual([true]);
});

it('tries again after a rest that began without a connection', () => {
  const { feed, sources, links } = feeding();
  sources[0]?.onerror?.(new Event('error'));
  feed.rest();
  vi.advanceTimersByTime(3_600_000);
  expect(sources).toHaveLength(1);
  feed.wake();
  sources[1]?.onopen?.(new Event('open'));
  expect(links).toEqual([false, true]);
});

it('is not woken where it did not rest', () => {
  const { feed, sources } = feeding();
  feed.wake();
  expect(sources).toHaveLength(1);
  feed.stop();
  feed.rest();
  feed.wake();
  expect(sources).toHaveLength(1);
});

it('tries at once for a person who is there, and only where an attempt is due later', () => {
  const { feed, sources } = feeding();
  feed.hurry();
  expect(sources).toHaveLength(1);
  sources[0]?.onerror?.(new Event('error'));
  feed.hurry();
  feed.hurry();
  expect(sources).toHaveLength(2);
  vi.advanceTimersByTime(30_000);
  expect(sources).toHaveLength(2);
});

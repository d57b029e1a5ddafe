import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../protocol/live';
import { LiveFeed, type Source } from './live';

class FakeSource implements Source {
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  closed = false;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.closed = true;
  }

  tell(type: string, data: string): void {
    this.#listeners.get(type)?.({ data } as MessageEvent<string>);
  }
}

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
  feed.start();
  return { sources, events, links };
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

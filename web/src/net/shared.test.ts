import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeSource } from '../../test/source';
import { liveSource, look, type Channel, type Locks, type Word } from './shared';

const abort = () => new DOMException('', 'AbortError');

interface Asking {
  granted: () => Promise<void>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** One lock, as a browser gives it to its tabs: one after the other, or to the one that steals it. */
class FakeLocks implements Locks {
  #held: Asking | undefined;
  #queue: Asking[] = [];

  request(_name: string, { signal, steal }: LockOptions, granted: () => Promise<void>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const asking = { granted, resolve, reject };
      signal?.addEventListener('abort', () => {
        this.#queue = this.#queue.filter((one) => one !== asking);
        if (this.#held !== asking) reject(abort());
      });
      if (steal) {
        this.#held?.reject(abort());
        this.#held = undefined;
        this.#queue.unshift(asking);
      } else this.#queue.push(asking);
      this.#next();
    });
  }

  #next(): void {
    if (this.#held) return;
    const asking = this.#queue.shift();
    this.#held = asking;
    void asking?.granted().then(() => {
      asking.resolve(undefined);
      if (this.#held !== asking) return;
      this.#held = undefined;
      this.#next();
    });
  }
}

/** What is posted reaches the others a moment later. A frozen tab neither posts nor hears. */
class FakeChannel implements Channel {
  onmessage: ((event: MessageEvent<Word>) => void) | null = null;
  frozen = false;
  readonly #all: Set<FakeChannel>;

  constructor(all: Set<FakeChannel>) {
    this.#all = all;
    all.add(this);
  }

  postMessage(word: Word): void {
    if (!this.#all.has(this)) throw new DOMException('Channel is closed', 'InvalidStateError');
    if (this.frozen) return;
    for (const other of this.#all)
      queueMicrotask(() => {
        if (other !== this && !other.frozen && this.#all.has(other))
          other.onmessage?.(new MessageEvent('message', { data: structuredClone(word) }));
      });
  }

  close(): void {
    this.#all.delete(this);
  }
}

class Browser {
  readonly locks = new FakeLocks();
  readonly streams: FakeSource[] = [];
  readonly #channels = new Set<FakeChannel>();

  tab(locks: Locks = this.locks) {
    const heard: string[] = [];
    const channel = new FakeChannel(this.#channels);
    const source = liveSource(() => this.#stream(), { locks, channel: () => channel });
    source.onopen = () => heard.push('open');
    source.onerror = () => heard.push('error');
    source.addEventListener('session', (event) => heard.push(event.data));
    return { source, heard, channel };
  }

  get open(): FakeSource[] {
    return this.streams.filter((one) => !one.closed);
  }

  /** Until everything that was posted has arrived. */
  async settled(): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
  }

  /** The only stream opens. */
  async opened(): Promise<FakeSource> {
    await this.settled();
    const [stream, ...more] = this.open;
    if (!stream || more.length > 0) throw new Error(`${String(this.open.length)} streams are open`);
    stream.onopen?.(new Event('open'));
    await this.settled();
    return stream;
  }

  #stream(): FakeSource {
    const source = new FakeSource();
    this.streams.push(source);
    return source;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('ten tabs have one stream, and each hears all of it in its order', async () => {
  const browser = new Browser();
  const tabs = Array.from({ length: 10 }, () => browser.tab());
  const stream = await browser.opened();
  stream.tell('session', '1');
  stream.tell('session', '2');
  await browser.settled();
  for (const { heard } of tabs) expect(heard).toEqual(['open', '1', '2']);
  expect(browser.streams).toHaveLength(1);
});

it('a tab that comes later hears that the stream is open', async () => {
  const browser = new Browser();
  browser.tab();
  await browser.opened();
  const late = browser.tab();
  await browser.settled();
  expect(late.heard).toEqual(['open']);
});

it('what a stream brings after the page gave it up comes to nothing', async () => {
  const browser = new Browser();
  const tab = browser.tab();
  const stream = await browser.opened();
  tab.source.close();
  stream.onopen?.(new Event('open'));
  stream.onerror?.(new Event('error'));
  stream.tell('session', '1');
  expect(tab.heard).toEqual(['open']);
});

it('the next tab leads when the leader closes, and all open again to ask for what they missed', async () => {
  const browser = new Browser();
  const [first, second, third] = [browser.tab(), browser.tab(), browser.tab()];
  const old = await browser.opened();
  first.source.close();
  expect(old.closed).toBe(true);
  const stream = await browser.opened();
  stream.tell('session', '1');
  await browser.settled();
  expect(second.heard).toEqual(['open', 'open', '1']);
  expect(third.heard).toEqual(['open', 'open', '1']);
});

it('a stream that breaks is lost to all', async () => {
  const browser = new Browser();
  const tabs = [browser.tab(), browser.tab()];
  const stream = await browser.opened();
  stream.onerror?.(new Event('error'));
  await browser.settled();
  for (const { heard } of tabs) expect(heard).toEqual(['open', 'error']);
});

it('a frozen leader is replaced, and follows when it wakes', async () => {
  const browser = new Browser();
  const [frozen, other] = [browser.tab(), browser.tab()];
  await browser.opened();
  frozen.channel.frozen = true;
  await vi.advanceTimersByTimeAsync(2 * look);
  frozen.channel.frozen = false;
  const stream = await browser.opened();
  await vi.advanceTimersByTimeAsync(look);
  stream.tell('session', '1');
  await browser.settled();
  expect(other.heard).toEqual(['open', 'open', '1']);
  expect(frozen.heard).toEqual(['open', 'open', '1']);
});

it('a leader that answers stays, however quiet the stream is', async () => {
  const browser = new Browser();
  browser.tab();
  browser.tab();
  await browser.opened();
  await vi.advanceTimersByTimeAsync(20 * look);
  expect(browser.streams).toHaveLength(1);
});

it('what a tab says that no longer leads is not heard', async () => {
  const browser = new Browser();
  browser.tab();
  const other = browser.tab();
  await browser.opened();
  const old = browser.tab();
  old.channel.postMessage({ say: 'event', by: 'old', type: 'session', data: 'stale' });
  old.channel.postMessage({ say: 'lost', by: 'old' });
  await browser.settled();
  expect(other.heard).toEqual(['open']);
});

it('a tab that was closed never leads', async () => {
  const browser = new Browser();
  const [leader, waiting] = [browser.tab(), browser.tab()];
  await browser.opened();
  waiting.source.close();
  leader.source.close();
  await browser.settled();
  expect(browser.streams).toHaveLength(1);
});

it('a tab has a stream of its own where locks are refused', async () => {
  const browser = new Browser();
  const refusing = { request: () => Promise.reject(new DOMException('', 'SecurityError')) };
  const tab = browser.tab(refusing);
  const stream = await browser.opened();
  stream.tell('session', '1');
  expect(tab.heard).toEqual(['open', '1']);
  tab.source.close();
  expect(stream.closed).toBe(true);
});

it.each([
  ['there are no locks', { locks: undefined, channel: () => new FakeChannel(new Set()) }],
  ['there are no channels', { locks: new FakeLocks(), channel: undefined }],
  [
    'channels are refused',
    {
      locks: new FakeLocks(),
      channel: () => {
        throw new DOMException('', 'SecurityError');
      },
    },
  ],
])('a tab has a stream of its own where %s', (_, means) => {
  const stream = new FakeSource();
  expect(liveSource(() => stream, means)).toBe(stream);
});

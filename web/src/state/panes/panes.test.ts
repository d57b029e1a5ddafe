import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../app.svelte';
import { Place } from '../place.svelte';
import { panesOf } from './layout';
import { Panes } from './panes.svelte';

/** A window with a history, which is all that a place needs. */
class FakeWindow {
  #entries: URL[];
  readonly location = { pathname: '', search: '', hash: '', origin: 'http://svc' };
  back: () => void = () => undefined;
  readonly history = {
    pushState: (_: unknown, __: string, path: string) => {
      this.#go([...this.#entries, new URL(path, 'http://svc')]);
    },
    replaceState: (_: unknown, __: string, path: string) => {
      this.#go([...this.#entries.slice(0, -1), new URL(path, 'http://svc')]);
    },
  };

  constructor(path: string) {
    this.#entries = [];
    this.#go([new URL(path, 'http://svc')]);
  }

  get address(): string {
    return this.location.pathname + this.location.search;
  }

  addEventListener(what: string, listener: () => void): void {
    if (what === 'popstate') this.back = () => (this.#go(this.#entries.slice(0, -1)), listener());
  }

  #go(entries: URL[]): void {
    this.#entries = entries;
    const { pathname, search, hash } = entries.at(-1) ?? {};
    Object.assign(this.location, { pathname, search, hash });
  }
}

function page(path: string) {
  const window = new FakeWindow(path);
  const place = new Place(window as unknown as Window);
  place.follow();
  const said: string[] = [];
  const app = {
    place,
    opened: 0,
    browsing: false,
    toasts: { say: (text: string) => said.push(text) },
    open: (sid: string) => {
      place.go({ at: 'session', sid, tab: undefined, turn: undefined });
    },
  };
  const panes = new Panes(app as unknown as App);
  const open = (sid: string) => {
    app.open(sid);
  };
  const sids = () => (place.split ? panesOf(place.split.layout).map(({ sid }) => sid ?? '-') : []);
  return { window, place, panes, open, sids, said };
}

const a = '/s/engine_1:a';
const two = `${a}?split=r~.~engine_1:b`;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a session that is chosen', () => {
  it('stands in the pane with the focus, and the others stay', () => {
    const { open, sids, window } = page(two);
    open('engine_1:c');
    expect(sids()).toEqual(['engine_1:c', 'engine_1:b']);
    window.back();
    expect(sids()).toEqual(['engine_1:a', 'engine_1:b']);
  });

  it('and stands in another pane already gets the focus there, without a step in the history', () => {
    const { open, sids, place, window } = page(`${a}?split=r~.~engine_1:b/history`);
    open('engine_1:b');
    expect(sids()).toEqual(['engine_1:a', 'engine_1:b']);
    expect(place.split?.focus).toBe(1);
    expect(window.address).toBe('/s/engine_1:b/history?split=r~engine_1:a~.');
  });

  it('is one address, as it was, where there is one pane', () => {
    const { open, window } = page(a);
    open('engine_1:b');
    expect(window.address).toBe('/s/engine_1:b');
  });
});

describe('a split', () => {
  it('begins with the pane of the open session and an empty one, which gets the next session', () => {
    const { panes, open, sids, window } = page(a);
    panes.divide(true);
    expect(window.address).toBe('/?split=r~engine_1:a~.');
    open('engine_1:b');
    expect(sids()).toEqual(['engine_1:a', 'engine_1:b']);
  });

  it('ends where only one pane is left, at the address of its session', () => {
    const { panes, window } = page(two);
    panes.close(0);
    expect(window.address).toBe('/s/engine_1:b');
    window.back();
    panes.only();
    expect(window.address).toBe(a);
  });

  it('has four panes at most, and says so', () => {
    const { panes, said } = page(a);
    for (let at = 0; at < 4; at++) panes.divide(at % 2 === 0);
    expect(panesOf(panes.split?.layout ?? { sid: undefined, tab: undefined })).toHaveLength(4);
    expect(said).toHaveLength(1);
  });

  it('becomes as many as asked for, and the one with the focus stays', () => {
    const { panes, sids, window } = page(two);
    panes.become(4);
    expect(sids()).toHaveLength(4);
    panes.become(1);
    expect(window.address).toBe(a);
  });

  it('is there again after a page that has none, and keeps a name that a session got meanwhile', () => {
    const { place, sids } = page(two);
    place.go({ at: 'settings', page: 'general' });
    expect(place.split).toBeUndefined();
    place.rename('engine_1:b', 'engine_1:real');
    place.go({ at: 'list' });
    expect(sids()).toEqual(['engine_1:a', 'engine_1:real']);
  });

  it('keeps its panes while the list is narrowed, and while a session gets its real id', () => {
    const { place, sids } = page(two);
    place.narrow({ words: 'x' });
    place.rename('engine_1:a', 'engine_1:real');
    expect(sids()).toEqual(['engine_1:real', 'engine_1:b']);
    expect(place.filter.words).toBe('x');
  });

  it('is remembered by the browser until there is one pane again', () => {
    const { panes } = page(two);
    expect(page('/').window.address).toBe(two);
    expect(page('/s/engine_1:other').window.address).toBe('/s/engine_1:other');
    panes.only();
    expect(page('/').window.address).toBe('/');
  });
});

describe('a session added from the list', () => {
  it('gets a pane of its own; one that stands there already gets the focus', () => {
    const { panes, sids, place } = page(a);
    panes.add('engine_1:b');
    panes.add('engine_1:c');
    expect(sids()).toEqual(['engine_1:a', 'engine_1:b', 'engine_1:c']);
    panes.add('engine_1:b');
    expect(sids()).toHaveLength(3);
    expect(place.where).toMatchObject({ sid: 'engine_1:b' });
  });

  it('needs no split where nothing is open', () => {
    const { panes, window } = page('/');
    panes.add('engine_1:b');
    expect(window.address).toBe('/s/engine_1:b');
  });
});

describe('a session added from the board', () => {
  it('stands beside the session that was open before', () => {
    const { panes, place, sids } = page(`${a}/history`);
    place.go({ at: 'board' });
    panes.add('engine_1:b');
    expect(sids()).toEqual(['engine_1:a', 'engine_1:b']);
    expect(panesOf(place.split?.layout ?? { sid: undefined, tab: undefined })[0]?.tab).toBe('history');
  });

  it('joins the panes that were there before, and the board can be left for them', () => {
    const { panes, place, sids } = page(two);
    place.go({ at: 'board' });
    expect(place.split).toBeUndefined();
    panes.add('engine_1:c');
    expect(sids()).toEqual(['engine_1:a', 'engine_1:b', 'engine_1:c']);
    place.go({ at: 'board' });
    if (place.left) place.arrange(place.left, 'push');
    expect(sids()).toEqual(['engine_1:a', 'engine_1:b', 'engine_1:c']);
  });

  it('is opened where nothing was, and where it stood alone already', () => {
    const { panes, place, window } = page('/');
    place.go({ at: 'board' });
    expect(place.left).toBeUndefined();
    panes.add('engine_1:a');
    expect(window.address).toBe(a);
    place.go({ at: 'board' });
    panes.add('engine_1:a');
    expect(window.address).toBe(a);
  });

  it('keeps the name that the session beside it got meanwhile, and forgets it at home', () => {
    const { place } = page(a);
    place.go({ at: 'board' });
    place.rename('engine_1:a', 'engine_1:real');
    expect(place.left?.layout).toMatchObject({ sid: 'engine_1:real' });
    place.home();
    place.go({ at: 'board' });
    expect(place.left).toBeUndefined();
  });
});

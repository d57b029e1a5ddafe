import { describe, expect, it } from 'vitest';
import type { Api } from '../net/api';
import type { SavedView } from '../protocol/view';
import { filterOf } from './filter';
import { Place } from './place.svelte';
import { Views } from './views.svelte';

/** A browser's window as far as a place needs it. */
function windowAt(address: string, onPhone = false): Window {
  const location = new URL(address, 'http://localhost');
  const go = (_state: unknown, _title: string, to: string) => {
    location.href = new URL(to, location).href;
  };
  return {
    location,
    history: { pushState: go, replaceState: go },
    matchMedia: () => ({ matches: onPhone }),
  } as unknown as Window;
}

/** The routes, over an array. */
function server(views: SavedView[]): Api {
  return {
    get: () => Promise.resolve({ views: [...views] }),
    post: (_path: string, { name, query }: SavedView) => {
      const view = { id: `v${String(views.length + 1)}`, name, query };
      views.push(view);
      return Promise.resolve(view);
    },
    patch: (path: string, change: Partial<SavedView>) => {
      const at = views.findIndex(({ id }) => path.endsWith(id));
      views[at] = { ...(views[at] as SavedView), ...change };
      return Promise.resolve(views[at]);
    },
    delete: (path: string) => {
      views.splice(
        views.findIndex(({ id }) => path.endsWith(id)),
        1,
      );
      return Promise.resolve();
    },
  } as unknown as Api;
}

const waiting = { id: 'v1', name: 'Waiting', query: 'needs=1' };
const shop = { id: 'v2', name: 'Shop', query: 'q=cart&live=1' };

async function started(address: string, onPhone = false): Promise<{ views: Views; place: Place; window: Window }> {
  const window = windowAt(address, onPhone);
  const place = new Place(window);
  const views = new Views(server([waiting, shop]), place);
  await views.load();
  return { views, place, window };
}

const search = (window: Window) => window.location.pathname + window.location.search;

describe('saved views', () => {
  it('the list is called by the view whose filter it has, and by none without a filter', async () => {
    const { views, place } = await started('/?live=1&q=cart');
    expect(views.current).toEqual(shop);
    expect(views.changed).toBe(false);
    place.narrow(filterOf(''));
    expect(views.current).toBeUndefined();
    place.narrow({ archived: true });
    expect(views.current).toBeUndefined();
    expect(views.nameless).toBe(true);
  });

  it('a view that was opened and changed keeps its name, is changed, and is not saved', async () => {
    const { views, place, window } = await started('/');
    views.open(shop);
    expect(search(window)).toBe('/?q=cart&live=1&view=v2');
    expect(views.changed).toBe(false);
    place.narrow({ live: false, archived: true });
    expect(views.current).toEqual(shop);
    expect(views.changed).toBe(true);
    expect(views.nameless).toBe(false);
    views.reset(shop);
    expect(views.changed).toBe(false);
    expect(place.filter.live).toBe(true);
  });

  it('a changed view is saved as it is shown', async () => {
    const { views, place } = await started('/');
    views.open(shop);
    place.narrow({ words: ' basket ' });
    await views.save(shop);
    expect(views.all[1]?.query).toBe('q=basket&live=1');
    expect(views.changed).toBe(false);
  });

  it('a view is left with the last part of its filter', async () => {
    const { views, place, window } = await started('/?view=v1&needs=1');
    expect(views.current).toEqual(waiting);
    place.narrow({ needsYou: false });
    expect(search(window)).toBe('/');
    place.narrow({ live: true });
    expect(views.current).toBeUndefined();
  });

  it('a view that is deleted leaves the filter as it is', async () => {
    const { views, place } = await started('/');
    views.open(waiting);
    await views.delete(waiting);
    expect(place.filter.needsYou).toBe(true);
    expect(views.nameless).toBe(true);
  });

  it('a filter that gets a name is that view from then on', async () => {
    const { views, place } = await started('/?archived=1');
    await views.create('Away');
    expect(views.current?.name).toBe('Away');
    place.narrow({ words: 'x' });
    expect(views.changed).toBe(true);
  });

  it('a view stays beside a session, but comes in place of the settings, and of a session on a phone', async () => {
    const beside = await started('/s/engine_1:a');
    beside.views.open(waiting);
    expect(search(beside.window)).toBe('/s/engine_1:a?needs=1&view=v1');
    const settings = await started('/settings/general');
    settings.views.open(waiting);
    expect(search(settings.window)).toBe('/?needs=1&view=v1');
    const phone = await started('/s/engine_1:a', true);
    phone.views.open(waiting);
    expect(search(phone.window)).toBe('/?needs=1&view=v1');
  });
});

import { describe, expect, it } from 'vitest';
import { pathOf, shownPages, whereOf, type Where } from './place.svelte';

describe('addresses', () => {
  const places: Where[] = [
    { at: 'list' },
    { at: 'activity' },
    { at: 'board' },
    { at: 'usage', span: '30d' },
    { at: 'usage', span: '12m' },
    { at: 'settings', page: 'security' },
    { at: 'settings', page: 'search' },
    { at: 'session', sid: 'engine_1:00-ab', tab: undefined, turn: undefined },
    { at: 'session', sid: 'engine_2:new-1', tab: 'history', turn: undefined },
    { at: 'session', sid: 'engine_3:ses/ü', tab: 'transcript', turn: 12 },
  ];

  it.each(places)('$at goes there and back', (where) => {
    const [path = '', hash] = pathOf(where).split('#');
    expect(whereOf(path, hash ? `#${hash}` : '')).toEqual(where);
  });

  it('hosts have a page of the settings where there is, or is to be, a fleet', () => {
    expect(shownPages(true)).toContain('hosts');
    expect(shownPages(false)).not.toContain('hosts');
    expect(shownPages(undefined)).not.toContain('hosts');
    expect(shownPages(false)).toContain('audit');
  });

  it('an unknown address is the list, an unknown page of the settings the first', () => {
    expect(whereOf('/nothing/here')).toEqual({ at: 'list' });
    expect(whereOf('/s/%E0%A4')).toEqual({ at: 'list' });
    expect(whereOf('/settings/x')).toEqual({ at: 'settings', page: 'general' });
    expect(whereOf('/usage/100y')).toEqual({ at: 'usage', span: '30d' });
    expect(whereOf('/s/engine_1:a/other')).toMatchObject({ tab: undefined });
  });
});

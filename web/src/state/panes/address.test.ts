import { describe, expect, it } from 'vitest';
import { split as read, written } from './address';
import { empty, type Pane, type Split } from './layout';

const pane = (sid: string, tab?: Pane['tab']): Pane => ({ sid, tab });
const here = pane('engine_1:here');

const splits: Split[] = [
  { focus: 0, layout: { across: true, share: 5000, first: here, second: pane('engine_2:b', 'transcript') } },
  { focus: 1, layout: { across: false, share: 3301, first: pane('engine_3:ses/ü~&'), second: here } },
  {
    focus: 2,
    layout: {
      across: true,
      share: 5000,
      first: { across: false, share: 7000, first: pane('engine_1:a'), second: empty },
      second: { across: false, share: 5000, first: here, second: pane('engine_4:d', 'history') },
    },
  },
];

describe('the panes in an address', () => {
  it.each(splits)('go there and back', (split) => {
    expect(read(`?q=x&split=${written(split)}`, here)).toEqual(split);
  });

  it('are short', () => {
    expect(splits.slice(0, 1).map(written)).toEqual(['r~.~engine_2:b/transcript']);
  });

  it.each([
    '',
    '?split=',
    '?split=.',
    '?split=r~.',
    '?split=r~.~-~-',
    '?split=r~-~-',
    '?split=r~.~.',
    '?split=r99~.~-',
    '?split=r9999~.~-',
    '?split=r~.~nonsense',
    '?split=r~.~%zz',
    '?split=r~r~r~r~.~-~-~-~-',
    `?split=${'r~'.repeat(10_000)}.`,
  ])('%s is one pane', (search) => {
    expect(read(search, here)).toBeUndefined();
  });

  it('a session that is named twice stands in one pane, and the other is empty', () => {
    const split = read('?split=r~.~d~engine_1:b~engine_1:b', here);
    expect(split && written(split)).toBe('r~.~d~engine_1:b~-');
    const again = read('?split=r~.~engine_1:here', here);
    expect(again && written(again)).toBe('r~.~-');
  });
});

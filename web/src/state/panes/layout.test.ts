import { describe, expect, it } from 'vitest';
import { empty, panesOf, type Layout, type Pane } from './layout';
import { boxesOf, divided, grown, inReadingOrder, neighbourOf, seamsOf, shared, snapped, without } from './rooms';

const pane = (sid: string): Pane => ({ sid, tab: undefined });
const names = (layout: Layout) => panesOf(layout).map(({ sid }) => sid ?? '-');

/** a b above each other, beside c above d. */
const four: Layout = {
  across: true,
  share: 5000,
  first: { across: false, share: 5000, first: pane('a'), second: pane('b') },
  second: { across: false, share: 5000, first: pane('c'), second: pane('d') },
};

describe('panes', () => {
  it('a new one takes half of the room of the one that is divided, right of it or below', () => {
    const right = divided(pane('a'), 0, true, pane('b'));
    expect(boxesOf(right)).toEqual([
      { left: 0, top: 0, width: 0.5, height: 1 },
      { left: 0.5, top: 0, width: 0.5, height: 1 },
    ]);
    const below = divided(right, 1, false, pane('c'));
    expect(names(below)).toEqual(['a', 'b', 'c']);
    expect(boxesOf(below)[2]).toEqual({ left: 0.5, top: 0.5, width: 0.5, height: 0.5 });
  });

  it.each([
    [0, ['b', 'c', 'd']],
    [1, ['a', 'c', 'd']],
    [3, ['a', 'b', 'c']],
  ])('closing number %i leaves the others, and its room goes to the one beside it', (index, left) => {
    const now = without(four, index);
    expect(names(now)).toEqual(left);
    const area = boxesOf(now).reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area).toBeCloseTo(1);
  });

  it('are numbered as they are read, not as they came to be', () => {
    expect(inReadingOrder(four).map((index) => names(four)[index])).toEqual(['a', 'c', 'b', 'd']);
  });

  it.each([
    ['a', 'right', 'c'],
    ['a', 'down', 'b'],
    ['d', 'left', 'b'],
    ['d', 'up', 'c'],
    ['a', 'left', undefined],
    ['c', 'up', undefined],
  ] as const)('from %s to the %s stands %s', (from, to, found) => {
    const index = neighbourOf(four, names(four).indexOf(from), to);
    expect(index === undefined ? undefined : names(four)[index]).toBe(found);
  });

  it('a tall pane has the upper of two beside it as its neighbour, and each of them has it', () => {
    const three = divided(divided(pane('a'), 0, true, pane('b')), 1, false, pane('c'));
    expect([neighbourOf(three, 0, 'right'), neighbourOf(three, 1, 'left'), neighbourOf(three, 2, 'left')]).toEqual([
      1, 0, 0,
    ]);
  });

  it('grow to four of the same size', () => {
    let now: Layout = pane('a');
    for (const sid of ['b', 'c', 'd']) now = grown(now, pane(sid)).layout;
    expect(boxesOf(now).map(({ width, height }) => width * height)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it('the one that came last has the focus, wherever it stands', () => {
    const { layout, focus } = grown(divided(pane('a'), 0, true, empty), pane('b'));
    expect(names(layout)[focus]).toBe('b');
  });
});

describe('a seam', () => {
  it('moves alone, and as many seams as panes less one can be moved', () => {
    expect(seamsOf(four)).toHaveLength(3);
    const moved = shared(four, 2, 3000);
    expect(seamsOf(moved).map(({ share }) => share)).toEqual([5000, 5000, 3000]);
  });

  it('leaves a tenth on either side', () => {
    expect(seamsOf(shared(four, 0, -50))[0]?.share).toBe(1000);
    expect(seamsOf(shared(four, 0, 20_000))[0]?.share).toBe(9000);
  });

  it('snaps to whole characters, counting what was left over before', () => {
    expect(snapped(21, 3, 8)).toBe(21); // 24 pixels are three characters
    expect(snapped(22, 3, 8)).toBe(21);
    expect(snapped(-21, 3, 8)).toBe(-19);
  });
});

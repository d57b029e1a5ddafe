import {
  empty,
  isDivision,
  panesOf,
  whole,
  withPane,
  type Direction,
  type Division,
  type Layout,
  type Pane,
  type Split,
} from './layout';

/* What is done with a layout, and where its panes stand. */

/** In shares of the room for all panes. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where two parts meet: `box` is the room that they share. */
export interface Seam {
  across: boolean;
  share: number;
  box: Box;
}

const all: Box = { left: 0, top: 0, width: 1, height: 1 };

export function boxesOf(layout: Layout, box = all): Box[] {
  if (!isDivision(layout)) return [box];
  const [first, second] = halves(layout, box);
  return [...boxesOf(layout.first, first), ...boxesOf(layout.second, second)];
}

/** The seams from the outside in; `shared` counts them in the same way. */
export function seamsOf(layout: Layout, box = all): Seam[] {
  if (!isDivision(layout)) return [];
  const [first, second] = halves(layout, box);
  const { across, share } = layout;
  return [{ across, share, box }, ...seamsOf(layout.first, first), ...seamsOf(layout.second, second)];
}

/** The panes as they are read: by rows from the top, and from the left in each. Alt+1 is the first of these. */
export function inReadingOrder(layout: Layout): number[] {
  const boxes = boxesOf(layout);
  const at = (index: number) => boxes[index] ?? all;
  return boxes
    .map((_, index) => index)
    .sort((a, b) => (same(at(a).top, at(b).top) ? at(a).left - at(b).left : at(a).top - at(b).top));
}

/** The pane gives half of its room to a new one, which stands right of it or below. */
export function divided(layout: Layout, index: number, across: boolean, second: Pane): Layout {
  const first = panesOf(layout)[index] ?? empty;
  return withPane(layout, index, { across, share: whole / 2, first, second });
}

/** Without one pane: its room goes to what stood beside it. */
export function without(layout: Layout, index: number): Layout {
  if (!isDivision(layout)) return layout;
  const { first, second } = layout;
  const before = panesOf(first).length;
  if (index < before) return isDivision(first) ? { ...layout, first: without(first, index) } : second;
  return isDivision(second) ? { ...layout, second: without(second, index - before) } : first;
}

/** With another place for a seam, so that nothing on either side of it vanishes. */
export function shared(layout: Layout, seam: number, share: number): Layout {
  if (!isDivision(layout)) return layout;
  if (seam === 0) return { ...layout, share: Math.min(Math.max(Math.round(share), whole / 10), (whole * 9) / 10) };
  const before = panesOf(layout.first).length; // a division has as many seams as panes, less one
  return seam < before
    ? { ...layout, first: shared(layout.first, seam - 1, share) }
    : { ...layout, second: shared(layout.second, seam - before, share) };
}

/** The pane beyond the edge of another; of several the one that begins nearest to where that one begins. */
export function neighbourOf(layout: Layout, index: number, to: Direction): number | undefined {
  const boxes = boxesOf(layout);
  const from = boxes[index] ?? all;
  const sideways = to === 'left' || to === 'right';
  const touches = (box: Box): boolean =>
    ({
      left: same(box.left + box.width, from.left),
      right: same(from.left + from.width, box.left),
      up: same(box.top + box.height, from.top),
      down: same(from.top + from.height, box.top),
    })[to] &&
    (sideways
      ? overlap(box.top, box.height, from.top, from.height)
      : overlap(box.left, box.width, from.left, from.width));
  const away = (at: number): number => {
    const box = boxes[at] ?? all;
    return sideways ? Math.abs(box.top - from.top) : Math.abs(box.left - from.left);
  };
  return boxes
    .map((_, at) => at)
    .filter((at) => touches(boxes[at] ?? all))
    .sort((a, b) => away(a) - away(b))[0];
}

/** Room for one more where nobody said where: the largest pane gives it, the last of those alike. */
export function grown(layout: Layout, pane: Pane): Split {
  const boxes = boxesOf(layout);
  const areas = boxes.map(({ width, height }) => width * height);
  const index = areas.findLastIndex((area) => area >= Math.max(...areas) - nothing);
  const { width, height } = boxes[index] ?? all;
  return { layout: divided(layout, index, width >= height, pane), focus: index + 1 };
}

/** How far a seam goes for a wish of so many pixels, so that no part of a character is left over before it. */
export function snapped(wish: number, leftOver: number, cell: number): number {
  return Math.round((wish + leftOver) / cell) * cell - leftOver;
}

function halves({ across, share }: Division, box: Box): [Box, Box] {
  const part = share / whole;
  const { left, top, width, height } = box;
  return across
    ? [
        { ...box, width: width * part },
        { ...box, left: left + width * part, width: width * (1 - part) },
      ]
    : [
        { ...box, height: height * part },
        { ...box, top: top + height * part, height: height * (1 - part) },
      ];
}

const nothing = 1e-9;
const same = (one: number, other: number): boolean => Math.abs(one - other) < nothing;
const overlap = (one: number, long: number, other: number, wide: number): boolean =>
  one < other + wide - nothing && other < one + long - nothing;

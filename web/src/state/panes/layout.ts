import type { Tab } from '../place.svelte';

/** A part of the page for one session; without a session it is empty. */
export interface Pane {
  sid: string | undefined;
  tab: Tab | undefined;
}

/** Two parts beside each other, or one above the other. */
export interface Division {
  across: boolean;
  /** How much of it the first part has, in parts of `whole`. */
  share: number;
  first: Layout;
  second: Layout;
}

export type Layout = Pane | Division;

/** The panes on the page, and which of them the list and the keys are about. */
export interface Split {
  layout: Layout;
  /** The place of that pane among `panesOf`. */
  focus: number;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

export const most = 4;
export const whole = 10_000;
export const empty: Pane = { sid: undefined, tab: undefined };

export function isDivision(layout: Layout): layout is Division {
  return 'first' in layout;
}

/** The panes in the order in which they were divided; all other functions count them in this way. */
export function panesOf(layout: Layout): Pane[] {
  return isDivision(layout) ? [...panesOf(layout.first), ...panesOf(layout.second)] : [layout];
}

export function withPane(layout: Layout, index: number, pane: Layout): Layout {
  if (!isDivision(layout)) return index === 0 ? pane : layout;
  const before = panesOf(layout.first).length;
  return index < before
    ? { ...layout, first: withPane(layout.first, index, pane) }
    : { ...layout, second: withPane(layout.second, index - before, pane) };
}

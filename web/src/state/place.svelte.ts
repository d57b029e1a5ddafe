import { isPage } from '../protocol/pages';
import { addressOf, everything, filterOf, viewOf, type Filter } from './filter';
import { split as splitOf, written } from './panes/address';
import { panesOf, withPane, type Pane, type Split } from './panes/layout';
import { phone } from './phone';
import { keep, kept } from './storage';
import { spans, type UsageSpan } from './usage/calendar';

export type Tab = 'terminal' | 'transcript' | 'changes' | 'history';
export const tabs: readonly Tab[] = ['terminal', 'transcript', 'changes', 'history'];

export const settingsPages = [
  'general',
  'notices',
  'projects',
  'engines',
  'hosts',
  'search',
  'vault',
  'usage',
  'review',
  'security',
  'system',
  'audit',
] as const;
/** The pages there are: that of hosts is for a host that is in a fleet, or is to be. */
export function shownPages(fleet: boolean | undefined): readonly SettingsPage[] {
  return settingsPages.filter((page) => page !== 'hosts' || fleet);
}

export type SettingsPage = (typeof settingsPages)[number];

export type Where =
  | { at: 'list' }
  | { at: 'session'; sid: string; tab: Tab | undefined; turn: number | undefined }
  | { at: 'settings'; page: SettingsPage }
  | { at: 'activity' }
  | { at: 'board' }
  | { at: 'usage'; span: UsageSpan }
  /** The cards of questions, and the one that is wanted. */
  | { at: 'ask'; id: string | undefined };

const usualSpan: UsageSpan = '30d';

/** A page without the list beside it. */
export function isAlone({ at }: Where): boolean {
  return at === 'settings' || at === 'usage';
}

/** The reader's location. The address is the truth: everything here can be bookmarked, shared and returned to. */
export class Place {
  where = $state.raw<Where>({ at: 'list' });
  filter = $state.raw<Filter>(everything);
  /** The id of the saved view that the filter began as; gone with the last part of the filter. */
  view = $state<string>();
  /** Several panes; the session of the one with the focus is `where`. */
  split = $state.raw<Split>();
  /** The panes that a page without any, as the settings, came in place of. */
  #left: Split | undefined;
  /** The same of a session that stood alone. */
  #stood: Pane | undefined;
  /** The path that the page was opened at, where there is no page: it shows Home in its place. */
  readonly unknown: string | undefined;
  readonly #window: Window;

  /** A browser that showed panes when it was left shows them again, where no address says anything else. */
  constructor(window: Window) {
    this.#window = window;
    const { pathname, search, hash } = window.location;
    const address = kept('split');
    if (pathname + search + hash === '/' && address?.startsWith('/')) window.history.replaceState(null, '', address);
    this.unknown = isPage(pathname) && isReadable(pathname) ? undefined : pathname;
    if (this.unknown !== undefined) window.history.replaceState(null, '', '/');
    this.#read();
  }

  /** Starts following the browser's back and forward, and links inside the page. */
  follow(): () => void {
    const back = () => {
      this.#read();
    };
    const click = (event: MouseEvent) => {
      this.#clicked(event);
    };
    this.#window.addEventListener('popstate', back);
    this.#window.addEventListener('click', click);
    return () => {
      this.#window.removeEventListener('popstate', back);
      this.#window.removeEventListener('click', click);
    };
  }

  /** In the pane with the focus. A session that stands in another pane gets the focus there. */
  go(where: Where, how: 'push' | 'replace' = 'push'): void {
    const split = this.#splitFor(where);
    const moved = split !== undefined && split.layout === this.split?.layout && split.focus !== this.split.focus;
    this.#move(this.#address(where, split, this.#search(this.filter)), moved ? 'replace' : how);
  }

  /** What a page without panes came in place of, one session too. */
  get left(): Split | undefined {
    return this.#left ?? (this.#stood && { layout: this.#stood, focus: 0 });
  }

  /** The start page. Panes that only made room for another page do not come back for it. */
  home(): void {
    this.#left = undefined;
    keep('split', null);
    this.go({ at: 'list' });
  }

  /** Other panes, or one again; the focus says where the reader is. */
  arrange({ layout, focus }: Split, how: 'push' | 'replace'): void {
    const pane = panesOf(layout)[focus];
    const split = 'first' in layout ? { layout, focus } : undefined;
    this.#move(this.#address(placeOf(pane), split, this.#search(this.filter)), how);
  }

  /** The address as it stands. */
  get address(): string {
    const { pathname, search, hash } = this.#window.location;
    return pathname + search + hash;
  }

  /** An address of this page as it stands, in place of the one now. */
  goTo(address: string): void {
    this.#move(address, 'replace');
  }

  /** A changed filter replaces the address: typing ten letters must not make ten steps back. */
  narrow(change: Partial<Filter>): void {
    const filter = { ...this.filter, ...change };
    this.#move(this.#window.location.pathname + this.#search(filter, this.split), 'replace');
  }

  /** The filter of a saved view; where no list is to be seen, the list comes. */
  showView(view: string | undefined, filter: Filter, how: 'push' | 'replace' = 'push'): void {
    const { where } = this;
    const hidden = isAlone(where) || (where.at !== 'list' && this.#window.matchMedia(phone).matches);
    const search = this.#search(filter, hidden ? undefined : this.split, view);
    this.#move(
      hidden ? this.#address({ at: 'list' }, this.#left, search) : this.#window.location.pathname + search,
      how,
    );
  }

  /** The same place under another name, for a new session that gets its real id. */
  rename(from: string, to: string): void {
    const { where } = this;
    const split = renamed(this.split, from, to);
    this.#left = renamed(this.#left, from, to);
    if (this.#stood?.sid === from) this.#stood = { ...this.#stood, sid: to };
    const here = where.at === 'session' && where.sid === from ? { ...where, sid: to } : where;
    if (here !== where || split !== this.split) this.#move(pathOf(here) + this.#search(this.filter, split), 'replace');
  }

  /** An address that says one thing, wherever it is opened: panes are of this page alone. */
  href(where: Where): string {
    return withSearch(pathOf(where), this.#search(this.filter));
  }

  #search(filter: Filter, split?: Split, view = this.view): string {
    const query = addressOf(filter).toString();
    const named = query && view !== undefined ? `view=${encodeURIComponent(view)}` : '';
    const text = [query, named, split ? `split=${written(split)}` : ''].filter(Boolean).join('&');
    return text ? `?${text}` : '';
  }

  #address(where: Where, split: Split | undefined, search: string): string {
    if (!split) return withSearch(pathOf(where), search);
    const pane = panesOf(split.layout)[split.focus];
    const here = where.at === 'session' ? { ...where, tab: pane?.tab } : placeOf(pane);
    return withSearch(pathOf(here), `${search}${search ? '&' : '?'}split=${written(split)}`);
  }

  /** The panes that stay when the reader goes there. */
  #splitFor(where: Where): Split | undefined {
    if (where.at === 'list') return this.#left;
    const standing = this.split ?? this.#left;
    if (where.at !== 'session' || !standing) return undefined;
    const panes = panesOf(standing.layout);
    const at = panes.findIndex((pane) => pane.sid === where.sid);
    const tab = where.tab ?? panes[at]?.tab;
    if (at >= 0 && tab === panes[at]?.tab) return { ...standing, focus: at };
    const focus = at < 0 ? standing.focus : at;
    return { layout: withPane(standing.layout, focus, { sid: where.sid, tab }), focus };
  }

  #move(path: string, how: 'push' | 'replace'): void {
    const same = path === this.#window.location.pathname + this.#window.location.search;
    if (how === 'replace' || same) this.#window.history.replaceState(null, '', path);
    else this.#window.history.pushState(null, '', path);
    this.#read();
  }

  #read(): void {
    const { pathname, search, hash } = this.#window.location;
    const where = whereOf(pathname, hash);
    const workplace = where.at === 'session' || where.at === 'list';
    this.#left = workplace ? undefined : (this.split ?? this.#left);
    this.#stood = workplace ? undefined : this.where.at === 'session' ? paneAt(this.where) : this.#stood;
    this.where = where;
    // The same filter stays the same object: a list that has its rows is not asked for them again.
    const filter = filterOf(search);
    if (addressOf(filter).toString() !== addressOf(this.filter).toString()) this.filter = filter;
    this.view = viewOf(search);
    const split = workplace ? splitOf(search, paneAt(where)) : undefined;
    if (workplace && (split ?? this.split)) keep('split', split ? `${pathname}?split=${written(split)}` : null);
    this.split = split;
  }

  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.origin !== this.#window.location.origin || !isPage(link.pathname)) return;
    event.preventDefault();
    const where = whereOf(link.pathname, link.hash);
    const split = splitOf(link.search, paneAt(where)) ? undefined : this.#splitFor(where);
    const address = link.pathname + link.search + link.hash;
    this.#move(split ? this.#address(where, split, link.search) : address, 'push');
  }
}

function paneAt(where: Where): Pane {
  return where.at === 'session' ? { sid: where.sid, tab: where.tab } : { sid: undefined, tab: undefined };
}

function placeOf(pane: Pane | undefined): Where {
  return pane?.sid === undefined ? { at: 'list' } : { at: 'session', sid: pane.sid, tab: pane.tab, turn: undefined };
}

function renamed(split: Split | undefined, from: string, to: string): Split | undefined {
  const at = split ? panesOf(split.layout).findIndex((pane) => pane.sid === from) : -1;
  const tab = split && panesOf(split.layout)[at]?.tab;
  return split && at >= 0 ? { ...split, layout: withPane(split.layout, at, { sid: to, tab }) } : split;
}

/** The query of an address stands before its turn. */
function withSearch(path: string, search: string): string {
  const [place = '', turn] = path.split('#');
  return place + search + (turn === undefined ? '' : `#${turn}`);
}

export function pathOf(where: Where): string {
  switch (where.at) {
    case 'list':
      return '/';
    case 'activity':
      return '/activity';
    case 'board':
      return '/board';
    case 'usage':
      return where.span === usualSpan ? '/usage' : `/usage/${where.span}`;
    case 'ask':
      return where.id === undefined ? '/ask' : `/ask/${encodeURIComponent(where.id)}`;
    case 'settings':
      return `/settings/${where.page}`;
    case 'session': {
      const tab = where.tab ? `/${where.tab}` : '';
      const turn = where.turn === undefined ? '' : `#turn-${String(where.turn)}`;
      return `/s/${encodeURIComponent(where.sid).replaceAll('%3A', ':')}${tab}${turn}`;
    }
  }
}

export function whereOf(pathname: string, hash = ''): Where {
  const [room, first = '', second] = pathname.split('/').slice(1);
  if (room === 'activity') return { at: 'activity' };
  if (room === 'board') return { at: 'board' };
  if (room === 'usage') return { at: 'usage', span: spans.find((span) => span === first) ?? usualSpan };
  if (room === 'ask') return { at: 'ask', id: first && isReadable(first) ? decodeURIComponent(first) : undefined };
  if (room === 'settings') return { at: 'settings', page: settingsPages.find((page) => page === first) ?? 'general' };
  if (room !== 's' || !first || !isReadable(first)) return { at: 'list' };
  const turn = /^#turn-(\d+)$/.exec(hash);
  return {
    at: 'session',
    sid: decodeURIComponent(first),
    tab: tabs.find((tab) => tab === second),
    turn: turn ? Number(turn[1]) : undefined,
  };
}

/** An address typed by hand may end in the middle of a letter. */
function isReadable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

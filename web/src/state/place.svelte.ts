import { everything, filterOf, queryOf, type Filter } from './filter';

export type Tab = 'terminal' | 'transcript' | 'history';
export const tabs: readonly Tab[] = ['terminal', 'transcript', 'history'];

export const settingsPages = ['general', 'projects', 'engines', 'review', 'security', 'system', 'audit'] as const;
export type SettingsPage = (typeof settingsPages)[number];

export type Where =
  | { at: 'list' }
  | { at: 'session'; sid: string; tab: Tab | undefined; turn: number | undefined }
  | { at: 'settings'; page: SettingsPage }
  | { at: 'activity' };

/** The reader's location. The address is the truth: everything here can be bookmarked, shared and returned to. */
export class Place {
  where = $state.raw<Where>({ at: 'list' });
  filter = $state.raw<Filter>(everything);
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
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

  go(where: Where): void {
    this.#move(pathOf(where) + this.#search(this.filter), 'push');
  }

  /** An address of this page as it stands, in place of the one now. */
  goTo(address: string): void {
    this.#move(address, 'replace');
  }

  /** A changed filter replaces the address: typing ten letters must not make ten steps back. */
  narrow(change: Partial<Filter>): void {
    const filter = { ...this.filter, ...change };
    this.#move(this.#window.location.pathname + this.#search(filter), 'replace');
  }

  /** The same place under another name, for a new session that gets its real id. */
  rename(where: Where): void {
    this.#move(pathOf(where) + this.#search(this.filter), 'replace');
  }

  href(where: Where): string {
    return pathOf(where) + this.#search(this.filter);
  }

  #search(filter: Filter): string {
    const text = queryOf(filter).toString();
    return text ? `?${text}` : '';
  }

  #move(path: string, how: 'push' | 'replace'): void {
    const same = path === this.#window.location.pathname + this.#window.location.search;
    if (how === 'replace' || same) this.#window.history.replaceState(null, '', path);
    else this.#window.history.pushState(null, '', path);
    this.#read();
  }

  #read(): void {
    const { pathname, search, hash } = this.#window.location;
    this.where = whereOf(pathname, hash);
    this.filter = filterOf(search);
  }

  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.origin !== this.#window.location.origin || !isPage(link.pathname)) return;
    event.preventDefault();
    this.#move(link.pathname + link.search + link.hash, 'push');
  }
}

export function pathOf(where: Where): string {
  switch (where.at) {
    case 'list':
      return '/';
    case 'activity':
      return '/activity';
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
  if (room === 'settings') return { at: 'settings', page: settingsPages.find((page) => page === first) ?? 'general' };
  if (room !== 's' || !first) return { at: 'list' };
  const turn = /^#turn-(\d+)$/.exec(hash);
  return {
    at: 'session',
    sid: decodeURIComponent(first),
    tab: tabs.find((tab) => tab === second),
    turn: turn ? Number(turn[1]) : undefined,
  };
}

function isPage(pathname: string): boolean {
  return pathname === '/' || /^\/(s|settings|activity)(\/|$)/.test(pathname);
}

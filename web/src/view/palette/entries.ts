import type { App } from '../../state/app.svelte';
import { waysOf } from '../../state/ways';
import { fits, type SessionSearch } from '../../state/palette.svelte';
import { isRemote, type SessionRow } from '../../protocol/session';
import { snippetPieces } from '../../state/search/query';
import type { Piece } from '../../state/words';
import { phone } from '../../state/phone';
import { isAlone, shownPages, tabs, type Where } from '../../state/place.svelte';
import { t } from '../../text';
import { number } from '../../text/when';
import type { IconName } from '../../ui/icons';
import type { MenuItem } from '../../ui/Menu.svelte';
import { sessionMenu } from '../part/menu';
import { resume } from '../part/resume';
import { groupName } from '../part/groupname';
import { titleOf } from '../part/row';
import { splitMenu } from '../part/split';
import { readsOnly, tabIcons } from '../part/tabs';
import { keyOf, viewSteps } from '../part/viewmenu';

export interface Entry {
  id: string;
  group: string;
  label: string;
  row?: SessionRow;
  /** What was said there, its matches marked. */
  said?: Piece[];
  icon?: IconName;
  key?: string;
  detail?: string;
  href?: string;
  run: () => void;
}

const themes = ['system', 'light', 'dark', 'contrast'] as const;

/** The palette's entries for some words: sessions, then actions, then places. */
export function entriesOf(app: App, search: SessionSearch, words: string): Entry[] {
  return [
    ...sessions(app, search),
    ...[...here(app), ...panes(app), ...views(app), ...anywhere(app), ...settings(app)].filter((one) =>
      fits(one.label, words),
    ),
    ...(words.trim() ? times(app, words) : []),
    ...said(app, search, words.trim()),
  ];
}

/** Sessions in which the words were said, each at the turn. */
function said(app: App, search: SessionSearch, words: string): Entry[] {
  return search.groups.flatMap(({ session: row, hits: [best] }) => {
    if (!best) return [];
    const where: Where = { at: 'session', sid: row.id, tab: 'transcript', turn: best.turn };
    return {
      id: `said-${row.id}`,
      group: t.palette.said,
      label: titleOf(row),
      row,
      said: snippetPieces(best),
      href: app.place.href(where),
      run: () => {
        app.lookingFor = { sid: row.id, words };
        app.place.go(where);
      },
    };
  });
}

function sessions(app: App, search: SessionSearch): Entry[] {
  return search.rows.map((row) => {
    const where: Where = { at: 'session', sid: row.id, tab: undefined, turn: undefined };
    const run = () => {
      app.place.go(where);
    };
    return { id: row.id, group: t.palette.sessions, label: titleOf(row), row, href: app.place.href(where), run };
  });
}

function here(app: App): Entry[] {
  const { where } = app.place;
  const row = where.at === 'session' ? app.find(where.sid) : undefined;
  if (!row) return [];
  return [...viewsOf(app, row), ...sessionMenu(app, row)].map(({ label, icon, key, run }) => ({
    id: `here-${label}`,
    group: t.palette.actions,
    label,
    run,
    ...(icon ? { icon } : {}),
    ...(key ? { key } : {}),
  }));
}

/** What the head and the terminal of a session offer beside its menu. */
function viewsOf(app: App, row: SessionRow): MenuItem[] {
  if (isRemote(row)) return [];
  const terminal = app.terminals?.find(row.id);
  const { where } = app.place;
  const shown = where.at === 'session' ? where.tab : undefined;
  const items: MenuItem[] = tabs
    .filter((tab) => tab !== shown)
    .map((tab) => ({
      label: t.session[tab],
      icon: tabIcons[tab],
      run: () => {
        app.place.go({ at: 'session', sid: row.id, tab, turn: undefined });
      },
    }));
  if (!terminal && row.live === false)
    items.unshift({ label: t.terminal.resume, icon: 'terminal', run: () => void app.resumeProgram(row.id) });
  if (!terminal && row.live === 'elsewhere' && row.elsewhere && waysOf(row.elsewhere).insist)
    items.unshift({ label: t.terminal.resumeAnyway, icon: 'terminal', run: () => void resume(app, row) });
  if (terminal?.link === 'live' && !readsOnly(shown))
    items.unshift({ label: t.keys.find, icon: 'search', key: 'Ctrl+Shift+F', run: () => (app.findWanted += 1) });
  if (terminal?.link === 'live' && terminal.writerRole.role === 'viewer')
    items.unshift({
      label: t.terminal.takeOver,
      icon: 'keyboard',
      run: () => {
        terminal.writerRole.takeOver();
      },
    });
  return items;
}

function panes(app: App): Entry[] {
  const { at } = app.place.where;
  if (at !== 'session' && at !== 'list') return [];
  return splitMenu(app).map(({ label, icon, key, run }) => ({
    id: `panes-${label}`,
    group: t.palette.page,
    label,
    run,
    ...(icon ? { icon } : {}),
    ...(key ? { key } : {}),
  }));
}

function views(app: App): Entry[] {
  const group = t.views.title;
  const named = app.views.all.map((view, at) => ({
    id: `view-${view.id}`,
    group,
    label: view.name,
    icon: 'search' as const,
    ...keyOf(at),
    run: () => {
      app.appearance.showList(true);
      app.views.open(view);
    },
  }));
  const steps = viewSteps(app).filter((item) => !item.disabled);
  return [
    ...named,
    ...steps.map(({ label, icon, run }) => ({ id: `views-${label}`, group, label, run, ...(icon ? { icon } : {}) })),
  ];
}

function anywhere(app: App): Entry[] {
  const group = t.palette.page;
  return [
    { id: 'create', group, label: t.create.title, icon: 'plus', key: 'n', run: () => (app.overlay = 'create') },
    { id: 'undo', group, label: t.undo, icon: 'undo', key: 'u', run: () => void app.actions.undoLast() },
    {
      id: 'home',
      group,
      label: t.home.title,
      icon: 'terminal',
      key: 'g h',
      run: () => {
        app.place.home();
        app.homeWanted += 1;
      },
    },
    {
      id: 'board',
      group,
      label: t.board.title,
      icon: 'grid',
      key: 'g b',
      run: () => {
        app.place.go({ at: 'board' });
        app.boardWanted += 1;
      },
    },
    {
      id: 'ask',
      group,
      label: t.ask.title,
      icon: 'review',
      key: 'Alt+A',
      ...(app.ask.open.length > 0 ? { detail: number(app.ask.open.length) } : {}),
      run: () => {
        if (isAlone(app.place.where) || matchMedia(phone).matches) app.place.go({ at: 'ask', id: undefined });
        else app.ask.look();
      },
    },
    {
      id: 'usage',
      group,
      label: t.usage.title,
      icon: 'usage',
      key: 'g u',
      run: () => {
        app.place.go({ at: 'usage', span: '30d' });
      },
    },
    {
      id: 'activity',
      group,
      label: t.activity.title,
      icon: 'clock',
      run: () => {
        app.place.go({ at: 'activity' });
      },
    },
    { id: 'keys', group, label: t.keys.title, icon: 'keyboard', key: '?', run: () => (app.overlay = 'keys') },
    ...themes
      .filter((theme) => theme !== app.theme.chosen)
      .map((theme) => ({
        id: `theme-${theme}`,
        group,
        label: `${t.list.theme}: ${t.settings.themes[theme]}`,
        icon: 'contrast' as const,
        run: () => void app.chooseTheme(theme),
      })),
  ];
}

/** The groups of the list by their names, and months as 2026-10: only for who types one. */
function times(app: App, words: string): Entry[] {
  const named = app.list.lines.spans.map((span) => ({ span, name: groupName(span.key, app.clock.now) }));
  return named
    .filter(({ span, name }) => fits(`${t.palette.goTo(name)} ${span.key}`, words))
    .map(({ span, name }) => ({
      id: `time-${span.key}`,
      group: t.palette.times,
      label: t.palette.goTo(name),
      icon: 'clock',
      detail: number(span.count),
      run: () => {
        app.goToGroup(span.key);
      },
    }));
}

function settings(app: App): Entry[] {
  return shownPages(app.config?.fleet).map((page) => ({
    id: `settings-${page}`,
    group: t.palette.settings,
    label: t.settings.pages[page],
    icon: 'settings',
    detail: t.settings.title,
    run: () => {
      app.place.go({ at: 'settings', page });
    },
  }));
}

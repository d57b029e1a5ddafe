import { engineOf, isRemote, type SessionRow } from '../../protocol/session';
import { exportPath, formats } from '../../protocol/transcript';
import type { App } from '../../state/app.svelte';
import { t } from '../../text';
import type { MenuItem } from '../../ui/Menu.svelte';
import { copy } from './copy';
import { besideItems } from './beside';

/** The actions on one session, the same wherever it is shown. */
export function sessionMenu(app: App, row: SessionRow): MenuItem[] {
  if (isRemote(row)) return remoteItems(app, row);
  const [rename, favourite, archive, snooze, move] = organiseItems(app, row);
  return [
    rename,
    favourite,
    archive,
    snooze,
    ...programItems(app, row),
    { label: t.handOver.item, icon: 'arrow-right', run: () => (app.handingOver = row) },
    ...continueItems(app, row),
    ...tieItems(app, row),
    move,
    ...reviewItems(app, row),
    {
      label: t.action.openTab,
      icon: 'external',
      rule: true,
      run: () => window.open(app.place.href({ at: 'session', sid: row.id, tab: undefined, turn: undefined }), '_blank'),
    },
    ...besideItems(app, row),
    {
      label: t.search.moreLike,
      icon: 'search',
      run: () => {
        app.showLike(row);
      },
    },
    { label: t.share.item, icon: 'external', rule: true, run: () => (app.sharing = row) },
    ...exportItems(row),
    ...copyItems(app, row),
    { label: t.action.copyId, icon: 'copy', run: () => void copy(app, row.id) },
    ...(row.cwd
      ? [{ label: t.action.copyFolder, icon: 'folder' as const, run: () => void copy(app, row.cwd ?? '') }]
      : []),
  ];
}

/** What people make of a session. */
function organiseItems(app: App, row: SessionRow): [MenuItem, MenuItem, MenuItem, MenuItem, MenuItem] {
  const { actions } = app;
  return [
    { label: t.action.rename, icon: 'pencil', key: 'r', run: () => (app.renaming = row.id) },
    {
      label: row.sticky ? t.action.unfavourite : t.action.favourite,
      icon: 'star',
      key: 's',
      run: () => void actions.favourite([row], !row.sticky),
    },
    {
      label: row.archived ? t.action.unarchive : t.action.archive,
      icon: 'archive',
      key: 'e',
      run: () => void actions.archive([row], !row.archived),
    },
    row.snoozed
      ? { label: t.snooze.wake, icon: 'snooze', key: 'z', run: () => void actions.wake([row]) }
      : { label: t.snooze.snooze, icon: 'snooze', key: 'z', run: () => (app.snoozing = [row]) },
    { label: t.action.move, icon: 'folder', key: 'm', run: () => (app.moving = [row]) },
  ];
}

/** What can be done with a session of another host: what that host allows. */
function remoteItems(app: App, row: SessionRow): MenuItem[] {
  const organises = app.may(row, 'organise');
  return [
    ...(organises ? organiseItems(app, row) : []),
    ...(row.live === true && app.showsTerminal(row) ? [endItem(app, row)] : []),
    {
      label: t.action.openTab,
      icon: 'external',
      rule: organises,
      run: () => window.open(app.place.href({ at: 'session', sid: row.id, tab: undefined, turn: undefined }), '_blank'),
    },
    { label: t.action.copyId, icon: 'copy', run: () => void copy(app, row.id) },
    ...(row.cwd
      ? [{ label: t.action.copyFolder, icon: 'folder' as const, run: () => void copy(app, row.cwd ?? '') }]
      : []),
  ];
}

function endItem(app: App, row: SessionRow): MenuItem {
  return { label: t.action.endProgram, icon: 'power', run: () => void app.actions.endProgram(row) };
}

/** A program of svc is ended; one outside svc is only looked at. */
function programItems(app: App, row: SessionRow): MenuItem[] {
  const { elsewhere } = row;
  const shown = row.live === true;
  if (shown && !elsewhere) return [endItem(app, row)];
  if (!elsewhere || !(shown || elsewhere.join)) return [];
  const verb = shown ? 'leave' : 'join';
  const run = () => {
    app.withOutside((outside) => outside[verb](row));
  };
  return [{ label: t.outside[verb], icon: shown ? 'unlink' : 'terminal', run }];
}

/** When the session goes on by itself: set, changed, taken back. */
function continueItems(app: App, row: SessionRow): MenuItem[] {
  return [
    { label: t.continueAt.item, icon: 'clock', run: () => (app.continuing = row) },
    ...(row.continue_at
      ? [{ label: t.continueAt.cancel, icon: 'close' as const, run: () => void app.actions.cancelContinuing(row) }]
      : []),
  ];
}

/** The way to what a session goes on with, and to what goes on with it. */
function tieItems(app: App, row: SessionRow): MenuItem[] {
  const way = (label: string, sid: string): MenuItem => ({
    label,
    icon: 'link',
    run: () => {
      app.place.go({ at: 'session', sid, tab: undefined, turn: undefined });
    },
  });
  return [
    ...(row.handed_from ? [way(t.handOver.from(app.label(engineOf(row.handed_from))), row.handed_from)] : []),
    ...(row.handed_to ? [way(t.handOver.to(app.label(engineOf(row.handed_to))), row.handed_to)] : []),
  ];
}

function reviewItems(app: App, row: SessionRow): MenuItem[] {
  const now: MenuItem = {
    label: t.action.reviewNow,
    icon: 'review',
    rule: true,
    run: () => void app.actions.review([row]),
  };
  const out: MenuItem = {
    label: row.review_off ? t.action.letIn : t.action.keepOut,
    icon: 'review',
    run: () => void app.actions.keepOut([row], !row.review_off),
  };
  const about = [...seenItems(app, row), out];
  if (!app.capabilities.reviewing) return row.review_off ? about : about.slice(0, -1);
  return row.review_off ? about : [now, ...about];
}

/** What the review calls for can be settled elsewhere: then a person marks it. */
function seenItems(app: App, row: SessionRow): MenuItem[] {
  const { review } = row;
  if (!review || review.stale || !(review.needs_you || review.seen)) return [];
  return [
    {
      label: review.seen ? t.action.unsee : t.action.see,
      icon: 'check',
      run: () => void app.actions.see([row], !review.seen),
    },
  ];
}

/** What is done with the copy that svc keeps. */
function copyItems(app: App, row: SessionRow): MenuItem[] {
  if (!row.copied) return [];
  const forget: MenuItem = {
    label: t.vault.forget,
    icon: 'close',
    rule: row.kept !== 'kept',
    run: () => void app.actions.forget(row),
  };
  const restore: MenuItem = {
    label: t.vault.restoreItem,
    icon: 'undo',
    rule: true,
    run: () => (app.restoring = row),
  };
  return row.kept === 'kept' ? [restore, forget] : [forget];
}

/** The whole conversation as a file. */
function exportItems(row: SessionRow): MenuItem[] {
  return formats.map((format, at) => ({
    label: t.action.exportAs[format],
    icon: 'download' as const,
    rule: at === 0,
    run: () => {
      const link = document.createElement('a');
      link.href = exportPath(row.id, format);
      link.download = '';
      link.click();
    },
  }));
}

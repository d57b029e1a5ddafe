import type { SessionRow } from '../../protocol/session';
import type { App } from '../../state/app.svelte';
import type { Tab } from '../../state/place.svelte';
import type { IconName } from '../../ui/icons';

export const tabIcons: Record<Tab, IconName> = {
  terminal: 'terminal',
  transcript: 'transcript',
  changes: 'changes',
  history: 'clock',
};

/** Whether a view shows what was, and no terminal. */
export function readsOnly(tab: Tab | undefined): boolean {
  return tab !== undefined && tab !== 'terminal';
}

/** How many files a session has changed, at the view that shows them. */
export function countOf(app: App, row: SessionRow, tab: Tab): number | undefined {
  return tab === 'changes' ? app.diffs.counts.get(row.id) : undefined;
}

import type { SessionRow } from '../../protocol/session';
import type { App } from '../../state/app.svelte';

/** A link to a session. Opening looks at it and starts nothing; with a key held, the browser opens a tab of its own. */
export function opening(app: App, row: SessionRow): { href: string; open: (event: MouseEvent) => void } {
  return {
    href: app.place.href({ at: 'session', sid: row.id, tab: undefined, turn: undefined }),
    open: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      app.open(row.id);
    },
  };
}

import type { SessionRow } from '../../protocol/session';
import type { App } from '../../state/app.svelte';
import { panesOf } from '../../state/panes/layout';
import { phone } from '../../state/phone';
import { t } from '../../text';
import type { MenuItem } from '../../ui/Menu.svelte';

/** A session beside those that are shown. */
export function besideItems(app: App, row: SessionRow): MenuItem[] {
  const { where, split } = app.place;
  const shown = split
    ? panesOf(split.layout).some((pane) => pane.sid === row.id)
    : 'sid' in where && where.sid === row.id;
  if (shown || matchMedia(phone).matches) return [];
  const run = () => {
    app.withPanes((panes) => {
      panes.add(row.id);
    });
  };
  return [{ label: t.panes.add, icon: 'split-right', key: 'v', run }];
}

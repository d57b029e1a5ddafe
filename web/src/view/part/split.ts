import type { App } from '../../state/app.svelte';
import type { Panes } from '../../state/panes/panes.svelte';
import { phone } from '../../state/phone';
import { t } from '../../text';
import type { IconName } from '../../ui/icons';
import type { MenuItem } from '../../ui/Menu.svelte';

/** What can be done with the pane that has the focus; nothing on a phone, which shows one. */
export function splitMenu(app: App): MenuItem[] {
  if (matchMedia(phone).matches) return [];
  const { keys, right, below, only } = t.panes;
  const pane = (label: string, icon: IconName, key: string, step: (panes: Panes) => unknown) => ({
    label,
    icon,
    key,
    run: () => {
      app.withPanes(step);
    },
  });
  return [
    { ...pane(right, 'split-right', keys.right, (panes) => panes.divide(true)), rule: true },
    pane(below, 'split-below', keys.below, (panes) => panes.divide(false)),
    ...(app.place.split ? [pane(only, 'square', keys.only, (panes) => panes.only())] : []),
  ];
}

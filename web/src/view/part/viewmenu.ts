import type { App } from '../../state/app.svelte';
import { everything, isNarrowed } from '../../state/filter';
import { deleteView, saveView } from '../../state/viewactions';
import { t } from '../../text';
import type { MenuItem } from '../../ui/Menu.svelte';

/** The views, and what can be done with the one that the list shows. */
export function viewMenu(app: App): MenuItem[] {
  const { views, place } = app;
  const { current } = views;
  const all = {
    label: t.views.all,
    checked: !isNarrowed(place.filter),
    run: () => {
      place.showView(undefined, everything);
    },
  };
  const named = views.all.map((view, at) => ({
    label: view.name,
    checked: view === current,
    ...keyOf(at),
    run: () => {
      views.open(view);
    },
  }));
  return [all, ...named, ...viewSteps(app).map((item, at) => (at === 0 ? { ...item, rule: true } : item))];
}

/** What can be done with the filter of the list and its view. */
export function viewSteps(app: App): MenuItem[] {
  const { views, place } = app;
  const { current } = views;
  const steps: MenuItem[] = [];
  if (current && views.changed) {
    steps.push({ label: t.views.saveTo(current.name), icon: 'check', run: () => void saveView(app, current) });
    steps.push({
      label: t.views.resetTo(current.name),
      icon: 'undo',
      run: () => {
        views.reset(current);
      },
    });
  }
  if (!current || views.changed)
    steps.push({
      label: current ? t.views.saveAs : t.views.saveNew,
      icon: 'plus',
      disabled: !isNarrowed(place.filter),
      run: () => (app.naming = 'new'),
    });
  if (current) {
    steps.push({ label: t.views.rename(current.name), icon: 'pencil', run: () => (app.naming = current) });
    steps.push({ label: t.views.delete(current.name), icon: 'close', run: () => void deleteView(app, current) });
  }
  return steps;
}

/** Nine views have keys. */
export function keyOf(at: number): { key?: string } {
  return at < 9 ? { key: `g ${String(at + 1)}` } : {};
}

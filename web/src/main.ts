import { mount } from 'svelte';
import './style/index.css';
import { keepForOffline } from './offline';
import Page from './Page.svelte';
import { App } from './state/app.svelte';
import { followNotifications } from './state/push/led';
import { kept } from './state/storage';
import { preferred, speak } from './text';

/** Long enough for a nearby server, so that the page is drawn once and whole; a blank page never stays longer. */
const soonEnough = 250;

/** Not at the top of the module: a language that is fetched needs this very file, which would deadlock. */
async function begin(target: HTMLElement): Promise<void> {
  const app = new App(window);
  const begun = app.begin();
  await speak(preferred(kept('language'), navigator.languages));
  app.place.follow();
  app.clock.run();
  app.theme.follow(window);
  await Promise.race([begun, new Promise((late) => setTimeout(late, soonEnough))]);
  mount(Page, { target, props: { app } });
  window.addEventListener('vite:preloadError', ({ payload }) => {
    void app.access.partMissing(payload);
  });
  restWhenLeft(app);
  hurryForPeople(app);
  keepForOffline();
  if ('serviceWorker' in navigator) followNotifications(app.place, navigator.serviceWorker, location.origin);
  await begun;
  openNew(app);
  app.looking.follow(window);
  await app.settle();
}

/** A page in the back/forward cache, or one that the browser freezes, would go on holding a connection. */
function restWhenLeft(app: App): void {
  const [rest, wake] = [
    () => {
      app.rest();
    },
    () => {
      app.wake();
    },
  ];
  window.addEventListener('pagehide', rest);
  window.addEventListener('pageshow', wake);
  document.addEventListener('freeze', rest);
  document.addEventListener('resume', wake);
}

/** The shortcut of the installed app. Said once: a reload is not another wish. */
function openNew(app: App): void {
  if (!new URLSearchParams(location.search).has('new')) return;
  app.overlay = 'create';
  app.place.narrow({});
}

/** Who comes back to the page or presses a key does not wait for an attempt that is due later. */
function hurryForPeople(app: App): void {
  for (const sign of ['focus', 'keydown', 'pointerdown', 'online'])
    window.addEventListener(
      sign,
      () => {
        app.hurry();
      },
      { capture: true },
    );
}

/** Preloads what is opened next, before anybody waits for it. */
function fetchAhead(): void {
  const soon = window.requestIdleCallback ?? ((step: () => void) => setTimeout(step, 1000));
  soon(() => {
    void Promise.all([
      import('./view/session/SessionPane.svelte'),
      import('./view/palette/Palette.svelte'),
      import('./view/list/RowActions.svelte'),
      import('./view/list/SelectionBar.svelte'),
      import('./view/frame/QuestionDialog.svelte'),
      import('./view/frame/RenameDialog.svelte'),
      import('./view/session/panes/Panes.svelte'),
      import('./state/panes/panes.svelte'),
    ]).catch(
      () => undefined, // reported when it is opened
    );
  });
}

const host = document.getElementById('page');
if (!host) throw new Error('The page has no place to stand: #page is missing in index.html.');
void begin(host).then(fetchAhead);

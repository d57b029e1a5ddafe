import { isPage } from '../protocol/pages';

/** Long enough for a page that is awake: one that was frozen or is not svc's any more is loaded again. */
const patience = 1_500;

/** A window of the browser, as the worker sees it: a WindowClient. */
export interface OpenWindow {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface Windows {
  matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
  openWindow(path: string): Promise<unknown>;
}

/** Brings an open window of svc to the front and to a page, else opens one. A page that answers goes there by itself. */
export async function lead(windows: Windows, path: string): Promise<void> {
  const all = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = all.filter(({ url }) => isOurs(new URL(url).pathname));
  const open = ours.find(({ focused }) => focused) ?? ours.find(isVisible) ?? ours[0];
  if (!open) {
    await windows.openWindow(path);
    return;
  }
  await open.focus().catch(() => undefined); // a browser that does not let it come to the front may go there still
  if (await goesThere(open, path)) return;
  await open.navigate(path).catch(() => windows.openWindow(path));
}

function isOurs(pathname: string): boolean {
  return isPage(pathname) || pathname === '/login';
}

function isVisible({ visibilityState }: OpenWindow): boolean {
  return visibilityState === 'visible';
}

/** Nothing that is typed or runs in the page is lost where it goes by itself. */
function goesThere(open: OpenWindow, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => {
      done(false);
    }, patience);
    const done = (went: boolean): void => {
      clearTimeout(late);
      port1.close();
      resolve(went);
    };
    port1.onmessage = () => {
      done(true);
    };
    open.postMessage({ go: path }, [port2]);
  });
}

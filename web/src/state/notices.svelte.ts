import { thisDevice } from '../net/thisdevice';
import { pathOf } from './place.svelte';

/** What a page in the background says of a session. */
export interface Waiting {
  sid: string;
  title: string;
  body: string;
  /** Whether svc tells devices of it as well. */
  told: boolean;
}

/** Notifications of this page, with permission, and only while the page is not looked at. */
export class Notices {
  state = $state<'on' | 'off' | 'denied' | 'absent'>(current());
  readonly #open: (sid: string) => void;

  constructor(open: (sid: string) => void) {
    this.#open = open;
  }

  /** The browser asks the person: only after they have pressed something. */
  async ask(): Promise<void> {
    if (this.state === 'absent') return;
    await Notification.requestPermission();
    this.look();
  }

  /** The person may have said something elsewhere. */
  look(): void {
    this.state = current();
  }

  async waiting(waiting: Waiting): Promise<void> {
    if (this.state !== 'on' || !document.hidden) return;
    if (waiting.told && (await thisDevice())) return; // a push says it, and can be denied
    const options = { body: waiting.body, tag: await tagOf(waiting.sid), icon: '/icon-192.png' };
    const worker = await registration();
    if (!worker) {
      this.#showAlone(waiting, options);
      return;
    }
    const path = pathOf({ at: 'session', sid: waiting.sid, tab: undefined, turn: undefined });
    try {
      await worker.showNotification(waiting.title, { ...options, data: { path } });
    } catch {
      this.look(); // the permission was taken away meanwhile
    }
  }

  /** Without a worker: browsers of phones have no such notifications, and throw. */
  #showAlone({ sid, title }: Waiting, options: NotificationOptions): void {
    try {
      const notification = new Notification(title, options);
      notification.onclick = () => {
        window.focus();
        this.#open(sid);
        notification.close();
      };
    } catch {
      this.state = 'absent';
    }
  }
}

/** The worker of this page; there is none without https, and none where it could not be fetched. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

/** The same as in what the server sends, so that one takes the place of the other. */
async function tagOf(sid: string): Promise<string> {
  if (!isSecureContext) return sid;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sid)));
  return btoa(String.fromCharCode(...hash.subarray(0, 18)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

function current(): 'on' | 'off' | 'denied' | 'absent' {
  if (typeof Notification === 'undefined') return 'absent';
  if (Notification.permission === 'granted') return 'on';
  return Notification.permission === 'denied' ? 'denied' : 'off';
}

import type { Subscription } from '../../net/renewal';

/**
 * Why this browser cannot be told: plain http, an iPhone whose page is not on the home screen, a browser without it, or a
 * person who said no.
 */
export type Hindrance = 'insecure' | 'install' | 'absent' | 'denied';

/** Where this browser is reached, as it has it. */
export interface Subscribed extends Subscription {
  isFor(key: string): boolean;
  unsubscribe(): Promise<unknown>;
}

/** Why a browser was not subscribed. */
export class NotSubscribed extends Error {
  readonly why: 'denied' | 'unreachable';

  constructor(why: 'denied' | 'unreachable') {
    super(why);
    this.why = why;
  }
}

/** What a browser can do about being told. */
export interface PushBrowser {
  hindrance(): Hindrance | undefined;
  /** Asks the person, where they were not asked before; only after they have pressed something. */
  permit(): Promise<boolean>;
  isPermitted(): boolean;
  current(): Promise<Subscribed | undefined>;
  /** One for another key of the server is made anew. */
  subscribe(key: string): Promise<Subscribed>;
}

/** The browser of this page. */
export const thisBrowser: PushBrowser = {
  hindrance() {
    if (!isSecureContext) return 'insecure';
    const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
    if (!able) return isPlainIphone() ? 'install' : 'absent';
    return Notification.permission === 'denied' ? 'denied' : undefined;
  },
  async permit() {
    return (await Notification.requestPermission()) === 'granted';
  },
  isPermitted: () => Notification.permission === 'granted',
  async current() {
    const registration = await navigator.serviceWorker.getRegistration();
    const there = await registration?.pushManager.getSubscription();
    return there ? subscribed(there) : undefined;
  },
  async subscribe(key) {
    if (!(await navigator.serviceWorker.getRegistration())) throw new NotSubscribed('unreachable'); // it would never be ready
    try {
      const { pushManager } = await navigator.serviceWorker.ready;
      const there = await pushManager.getSubscription();
      if (there && !isFor(there, key)) await there.unsubscribe();
      return subscribed(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }));
    } catch (reason) {
      const denied = reason instanceof DOMException && reason.name === 'NotAllowedError';
      throw new NotSubscribed(denied ? 'denied' : 'unreachable');
    }
  },
};

/** iOS has push for pages on the home screen alone. An iPad says that it is a Mac, but has fingers. */
function isPlainIphone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

function subscribed(subscription: PushSubscription): Subscribed {
  return {
    toJSON: () => subscription.toJSON() as ReturnType<Subscription['toJSON']>,
    isFor: (key) => isFor(subscription, key),
    unsubscribe: () => subscription.unsubscribe(),
  };
}

function isFor({ options }: PushSubscription, key: string): boolean {
  const made = options.applicationServerKey;
  return made === null || String.fromCharCode(...new Uint8Array(made)) === binary(key);
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(binary(key), (letter) => letter.charCodeAt(0));
}

/** From base64url. */
function binary(key: string): string {
  return atob(key.replaceAll('-', '+').replaceAll('_', '/'));
}

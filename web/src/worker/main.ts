import { Api } from '../net/api';
import { renew } from '../net/renewal';
import { thisDevice } from '../net/thisdevice';
import type { Config } from '../protocol/config';
import type { PushDevices } from '../protocol/push';
import { workerTexts, type WorkerTexts } from '../text/worker';
import { denied } from './deny';
import { lead } from './lead';
import { became, dataOf, noticeOf, type Notice } from './notice';
import { keepForOffline } from './offline';

declare const self: ServiceWorkerGlobalScope;

/** A browser ends a worker that takes longer, in the middle of whatever it does. */
const patience = 20_000;

/** What the types of the browser lack. */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

keepForOffline(self);

self.addEventListener('push', (event) => {
  event.waitUntil(told(event.data?.text()));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(pressed(event.notification, event.action));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  (event as SubscriptionChange).waitUntil(moved(event as SubscriptionChange));
});

async function told(text: string | undefined): Promise<void> {
  await show(noticeOf(text, self.location.origin, await words()));
}

async function pressed(notification: Notification, action: string): Promise<void> {
  const { path, deny } = dataOf(notification.data, self.location.origin);
  if (action !== 'deny' || !deny) {
    notification.close();
    await lead(self.clients, path);
    return;
  }
  const said = await words();
  const { title, tag } = notification;
  await show(became(title, tag, path, said.denying));
  await show(became(title, tag, path, await denied(signedIn(), deny, said)));
}

/** The push service has given this browser another address. */
async function moved({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const device = await thisDevice();
  if (!device) return;
  const api = await signedIn();
  await renew(api, newSubscription ?? (await subscribedAgain(api, oldSubscription?.options)), device);
}

/** As it was; some browsers do not say how that was. */
async function subscribedAgain(api: Api, as?: PushSubscriptionOptionsInit): Promise<PushSubscription> {
  const applicationServerKey = as?.applicationServerKey ?? (await api.get<PushDevices>('/api/push')).public_key;
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function show({ title, options }: Notice): Promise<void> {
  return self.registration.showNotification(title, options);
}

async function words(): Promise<WorkerTexts> {
  return workerTexts((await thisDevice())?.language ?? null, self.navigator.languages);
}

/** As the page asks: with the cookies of this browser and the token that goes with them. */
async function signedIn(): Promise<Api> {
  const api = new Api((path, init) => fetch(path, { ...init, signal: AbortSignal.timeout(patience) }));
  const renewed = async (): Promise<void> => {
    api.csrf = (await api.get<Config>('/api/config')).csrf_token;
  };
  api.renew = renewed;
  await renewed();
  return api;
}

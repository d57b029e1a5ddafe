import { devicePath, type PushDevice, type PushDevices } from '../protocol/push';
import type { Api } from './api';
import { Refusal } from './refusal';
import { keepThisDevice, type ThisDevice } from './thisdevice';

const path = '/api/push';

/** Where a browser can be reached: a PushSubscription. */
export interface Subscription {
  toJSON(): { endpoint?: string; keys?: Record<string, string> };
}

/** Says where this browser can be reached. */
export function register(api: Api, subscription: Subscription, name: string): Promise<PushDevice> {
  const { endpoint, keys } = subscription.toJSON();
  return api.post<PushDevice>(path, { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] }, name });
}

/** This browser has got another address: it stays the device that it was, with what was chosen for it. */
export async function renew(api: Api, subscription: Subscription, former: ThisDevice): Promise<PushDevice> {
  const { devices } = await api.get<PushDevices>(path);
  const before = devices.find(({ id }) => id === former.id);
  const added = await register(api, subscription, before?.name ?? former.name);
  const chosen = { quiet: before?.quiet ?? null, hide_content: before?.hide_content ?? former.hidden };
  const device = await api.patch<PushDevice>(devicePath(added.id), chosen);
  await keepThisDevice({ ...former, id: device.id, name: device.name, hidden: device.hide_content });
  if (before && before.id !== device.id) await removeDevice(api, before.id);
  return device;
}

/** It may be gone already. */
export async function removeDevice(api: Api, id: string): Promise<void> {
  try {
    await api.delete(devicePath(id));
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.status !== 404) throw reason;
  }
}

import type { Api } from '../../net/api';
import { Refusal } from '../../net/refusal';
import { register, removeDevice, renew } from '../../net/renewal';
import { forgetThisDevice, keepThisDevice, thisDevice, type ThisDevice } from '../../net/thisdevice';
import type { PushDevices } from '../../protocol/push';
import { language } from '../../text';
import { NotSubscribed, type PushBrowser } from './browser';

/** This browser as a device that is told: turned on, turned off, and kept as the server has it. */
export class Here {
  readonly #api: Api;
  readonly #browser: PushBrowser;

  constructor(api: Api, browser: PushBrowser) {
    this.#api = api;
    this.#browser = browser;
  }

  /** After a press: the browser asks the person, and takes notices from then on. */
  async turnOn(key: string, name: string): Promise<void> {
    if (!(await this.#browser.permit())) throw new NotSubscribed('denied');
    const subscription = await this.#browser.subscribe(key);
    try {
      const { id, name: taken, hide_content: hidden } = await register(this.#api, subscription, name);
      await keepThisDevice({ id, name: taken, hidden, language });
    } catch (reason) {
      await subscription.unsubscribe();
      throw reason;
    }
  }

  /** The server forgets it first: an address that is used no more would be tried again. */
  async turnOff(): Promise<void> {
    const device = await thisDevice();
    if (device) await removeDevice(this.#api, device.id);
    await this.#leave();
  }

  /** Browser and server are brought together again; says what this device is after that. */
  async check(known?: PushDevices): Promise<ThisDevice | undefined> {
    const device = await thisDevice();
    if (!device || this.#browser.hindrance() === 'insecure') return undefined;
    const { public_key: key, devices } = known ?? (await this.#api.get<PushDevices>('/api/push'));
    const there = devices.find(({ id }) => id === device.id);
    const subscription = await this.#browser.current();
    if (subscription?.isFor(key)) return there ? this.#keep(device, there) : this.#leave();
    if (!this.#browser.isPermitted()) return this.#end(device, there !== undefined);
    return this.#again(key, device);
  }

  async #keep(device: ThisDevice, { name, hide_content: hidden }: PushDevices['devices'][number]): Promise<ThisDevice> {
    const now = { ...device, name, hidden, language };
    await keepThisDevice(now);
    return now;
  }

  /** It was taken away somewhere else, or is to be. */
  async #leave(): Promise<undefined> {
    await (await this.#browser.current())?.unsubscribe();
    await forgetThisDevice();
  }

  /** The person has taken the permission back. */
  async #end(device: ThisDevice, isThere: boolean): Promise<undefined> {
    if (isThere) await removeDevice(this.#api, device.id);
    await forgetThisDevice();
  }

  /** Another key, or a subscription that the browser has dropped. */
  async #again(key: string, device: ThisDevice): Promise<ThisDevice | undefined> {
    try {
      await renew(this.#api, await this.#browser.subscribe(key), { ...device, language });
      return await thisDevice();
    } catch (reason) {
      if (reason instanceof NotSubscribed || reason instanceof Refusal) return device; // tried again with the next visit
      throw reason;
    }
  }
}

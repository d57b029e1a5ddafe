import { Refusal } from '../../net/refusal';
import { devicePath, type PushDevice, type PushDevices, type PushTest, type QuietHours } from '../../protocol/push';
import { sentence } from '../../text/problem';
import type { App } from '../app.svelte';
import { mapOf } from '../sets';
import { NotSubscribed, thisBrowser, type Hindrance, type PushBrowser } from './browser';
import { Here } from './here';

const path = '/api/push';

/** What a test came to, or that it is under way. */
export type Trial = PushTest | 'running';

/** The devices that are told, this browser among them. Each change is sent at once. */
export class Devices {
  all = $state.raw<readonly PushDevice[]>([]);
  loaded = $state(false);
  /** This browser, while it is told. */
  here = $state<string>();
  hindrance = $state<Hindrance>();
  /** This browser is being turned on or off. */
  busy = $state(false);
  /** Why it could not be turned on. */
  trouble = $state<'unreachable'>();
  /** What the server said no to, by device. */
  wrong = $state.raw<ReadonlyMap<string, string>>(mapOf());
  trials = $state.raw<ReadonlyMap<string, Trial>>(mapOf());
  #key = '';
  readonly #app: Pick<App, 'api' | 'attempt' | 'toasts' | 'notices'>;
  readonly #browser: PushBrowser;
  readonly #here: Here;

  constructor(app: Pick<App, 'api' | 'attempt' | 'toasts' | 'notices'>, browser = thisBrowser) {
    this.#app = app;
    this.#browser = browser;
    this.#here = new Here(app.api, browser);
    this.hindrance = browser.hindrance();
  }

  async load(): Promise<void> {
    await this.#app.attempt(async () => {
      const known = await this.#app.api.get<PushDevices>(path);
      const before = this.here;
      this.here = (await this.#here.check(known))?.id;
      const renewed = this.here !== undefined && !known.devices.some(({ id }) => id === this.here);
      this.#take(renewed || before !== this.here ? await this.#app.api.get<PushDevices>(path) : known);
      this.loaded = true;
    });
  }

  async turnOn(name: string): Promise<void> {
    this.trouble = undefined;
    await this.#while(() => this.#here.turnOn(this.#key, name));
  }

  async turnOff(): Promise<void> {
    await this.#while(() => this.#here.turnOff());
  }

  async remove(device: PushDevice): Promise<void> {
    if (device.id === this.here) await this.turnOff();
    else await this.#change(device, () => this.#app.api.delete(devicePath(device.id)));
  }

  rename(device: PushDevice, name: string): Promise<void> {
    return this.#patch(device, { name });
  }

  hide(device: PushDevice, hidden: boolean): Promise<void> {
    return this.#patch(device, { hide_content: hidden });
  }

  /** Undefined for none. */
  quiet(device: PushDevice, hours: QuietHours | undefined): Promise<void> {
    return this.#patch(device, { quiet: hours ?? null });
  }

  /** Sends it a notice of its own, and says what its push service made of it. */
  async test(device: PushDevice): Promise<void> {
    this.#tried(device, 'running');
    let trial: PushTest | undefined;
    await this.#app.attempt(async () => {
      trial = await this.#app.api.post<PushTest>(`${devicePath(device.id)}/test`);
    });
    this.#tried(device, trial);
    await this.load();
  }

  #tried(device: PushDevice, trial: Trial | undefined): void {
    const others = [...this.trials].filter(([id]) => id !== device.id);
    this.trials = mapOf(trial ? [...others, [device.id, trial]] : others);
  }

  #take({ public_key: key, devices }: PushDevices): void {
    this.#key = key;
    this.all = devices;
    this.hindrance = this.#browser.hindrance();
  }

  #patch(device: PushDevice, change: object): Promise<void> {
    return this.#change(device, () => this.#app.api.patch<PushDevice>(devicePath(device.id), change));
  }

  async #change(device: PushDevice, step: () => Promise<unknown>): Promise<void> {
    try {
      this.wrong = mapOf();
      await step();
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      const [sentenceOfField] = reason.fields.values();
      if (sentenceOfField) this.wrong = mapOf([[device.id, sentenceOfField]]);
      else this.#app.toasts.fail(sentence(reason));
    }
    await this.load();
  }

  async #while(step: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await this.#app.attempt(step);
    } catch (reason) {
      if (!(reason instanceof NotSubscribed)) throw reason;
      if (reason.why === 'unreachable') this.trouble = reason.why;
    } finally {
      this.busy = false;
    }
    this.#app.notices.look();
    await this.load();
  }
}

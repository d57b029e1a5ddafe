import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CDPSession, Page, Worker } from 'playwright-core';
import { expect } from 'vitest';
import { keepNotifications, type Keeping, type Shown } from './notifications.ts';

/** What a page needs of a subscription, and keeps over a reload as a browser does. */
interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * The push service of a browser, which no test may reach, in its place: it opens what the server sends, as RFC 8291 says,
 * and hands it to the real worker.
 */
export class PushService {
  /** What arrived, the newest last; of a webhook as it came. */
  readonly arrived: Record<string, unknown>[] = [];
  /** What it answers the next senders with. */
  readonly answers: number[] = [];
  readonly #keys = createECDH('prime256v1');
  readonly #secret = randomBytes(16);
  readonly #browsers = new Map<string, Browser>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.#keys.generateKeys();
  }

  static async start(): Promise<PushService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new PushService(server);
    server.on('request', (request, answer) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        void service.#take(request.url ?? '', Buffer.concat(parts)).then((status) => {
          answer.writeHead(status).end();
        });
      });
    });
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async end(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** A page whose browser subscribes here, with permission. To be called before it goes anywhere. */
  async serve(page: Page, origin: string): Promise<Browser> {
    const name = `/to/${String(this.#browsers.size)}`;
    const keys = { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#secret.toString('base64url') };
    const subscription = { endpoint: this.origin + name, keys };
    const browser = new Browser(page, origin, subscription);
    this.#browsers.set(name, browser);
    this.#browsers.set(`${name}/moved`, browser);
    await page.context().grantPermissions(['notifications'], { origin });
    await page.addInitScript(subscribeHere, subscription);
    return browser;
  }

  async #take(path: string, body: Buffer): Promise<number> {
    const status = this.answers.shift() ?? 201;
    if (status !== 201) return status;
    const browser = this.#browsers.get(path);
    const text = browser ? this.#opened(body) : body.toString();
    this.arrived.push(JSON.parse(text) as Record<string, unknown>);
    await browser?.push(text);
    return status;
  }

  #opened(body: Buffer): string {
    const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)];
    const point = this.#keys.getPublicKey();
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs]);
    const material = hkdf(this.#keys.computeSecret(theirs), this.#secret, info, 32);
    const key = hkdf(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const sealed = body.subarray(86);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  }
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** A browser with the worker of svc: what is pushed to it, what it shows, and what a person presses. */
export class Browser {
  readonly #page: Page;
  readonly #origin: string;
  readonly #endpoint: string;
  readonly #keys: Subscription['keys'];
  #session: CDPSession | undefined;
  #registration = '';

  constructor(page: Page, origin: string, { endpoint, keys }: Subscription) {
    this.#page = page;
    this.#origin = origin;
    this.#endpoint = endpoint;
    this.#keys = keys;
  }

  /** Whatever text it is, as it comes out of its seal. */
  async push(data: string): Promise<void> {
    await this.#worker();
    const session = await this.#registered();
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registration,
      data,
    });
  }

  /** What it has shown. Bound, so that it can be asked again and again. */
  readonly shown = async (): Promise<Shown[]> =>
    (await this.#worker()).evaluate(() => {
      const kept = (globalThis as Keeping).notifications ?? [];
      return [...kept.values()].map(({ title, body, tag, actions }) => ({ title, body, tag, actions }));
    });

  /** A press on a notification with this title, or on one of its actions. */
  async press(title: string, action = ''): Promise<void> {
    await expect.poll(async () => (await this.shown()).map((one) => one.title)).toContain(title);
    await (
      await this.#worker()
    ).evaluate(
      ([wanted, pressed]) => {
        const kept = (globalThis as Keeping).notifications ?? new Map<string, never>();
        const one = [...kept.values()].find((each) => each.title === wanted);
        if (!one) throw new Error(`${wanted} is not shown any more`);
        const close = () => kept.delete(one.tag);
        const Press = (globalThis as unknown as { ExtendableEvent: new (type: string) => Event }).ExtendableEvent;
        const event = new Press('notificationclick');
        globalThis.dispatchEvent(Object.assign(event, { notification: { ...one, close }, action: pressed }));
      },
      [title, action] as const,
    );
  }

  /** Its push service gives it another address, which the browser tells the worker. */
  async moves(): Promise<void> {
    const endpoint = `${this.#endpoint}/moved`;
    await (
      await this.#worker()
    ).evaluate(
      ([address, keys]) => {
        const Moved = (globalThis as unknown as { ExtendableEvent: new (type: string) => Event }).ExtendableEvent;
        const newSubscription = { toJSON: () => ({ endpoint: address, expirationTime: null, keys }) };
        globalThis.dispatchEvent(
          Object.assign(new Moved('pushsubscriptionchange'), { oldSubscription: null, newSubscription }),
        );
      },
      [endpoint, this.#keys] as const,
    );
  }

  /** The worker of svc, which keeps what it shows. */
  async #worker(): Promise<Worker> {
    await this.#page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const context = this.#page.context();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(keepNotifications);
    return worker;
  }

  /** Chromium numbers the registrations of a profile, and says the number to who listens. */
  async #registered(): Promise<CDPSession> {
    if (this.#session && this.#registration) return this.#session;
    const session = (this.#session = await this.#page.context().newCDPSession(this.#page));
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const one of registrations)
        if (one.scopeURL.startsWith(this.#origin)) this.#registration = one.registrationId;
    });
    await session.send('ServiceWorker.enable');
    await expect.poll(() => this.#registration).not.toBe('');
    return session;
  }
}

/** What the browser itself does of a subscription: no browser of a test reaches a push service. */
function subscribeHere({ endpoint, keys }: Subscription): void {
  if (!('PushManager' in window)) return;
  const [place, counter] = ['test.subscribed', 'test.asked'];
  const made = () => {
    const key = localStorage.getItem(place);
    if (key === null) return null;
    const bytes = Uint8Array.from(key.split(','), Number);
    return {
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: () => {
        localStorage.removeItem(place);
        return Promise.resolve(true);
      },
    };
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(made() as unknown as PushSubscription);
  PushManager.prototype.subscribe = (options) => {
    localStorage.setItem(place, new Uint8Array(options?.applicationServerKey as Uint8Array<ArrayBuffer>).join(','));
    return Promise.resolve(made() as unknown as PushSubscription);
  };
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    localStorage.setItem(counter, String(Number(localStorage.getItem(counter)) + 1));
    return ask();
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patience, until } from '../test/patience.ts';
import { firefox as executablePath } from './places.ts';

/** Quiet and offline: nothing but the server under test is spoken to. */
const preferences = {
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/** As WebDriver names the keys that type no character. */
const named: Record<string, string> = {
  Alt: '\uE00A',
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Shift: '\uE008',
  Tab: '\uE004',
};

/** One page in Firefox, driven over the browser's own protocol: a length, a colon and a JSON array for each message. */
export class Firefox {
  readonly #profile: string;
  readonly #process: ChildProcess;
  readonly #socket: Socket;
  readonly #answers = new Map<number, (answer: [unknown, unknown]) => void>();
  #received = Buffer.alloc(0);
  #last = 0;

  private constructor(profile: string, child: ChildProcess, socket: Socket) {
    this.#profile = profile;
    this.#process = child;
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      while (this.#take());
    });
  }

  static async launch(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'svc-firefox-'));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
    const child = spawn(executablePath, args, { env: { ...process.env, HOME: profile }, stdio: 'ignore' });
    const active = join(profile, 'MarionetteActivePort');
    await until(() => child.exitCode !== null || (existsSync(active) && readFileSync(active, 'utf8') !== ''));
    if (child.exitCode !== null) throw new Error(`${executablePath} ended with ${String(child.exitCode)} at its start`);
    const socket = connect(Number(readFileSync(active, 'utf8')), '127.0.0.1');
    await once(socket, 'connect');
    const browser = new Firefox(profile, child, socket);
    await browser.#ask('WebDriver:NewSession', {});
    await browser.#ask('WebDriver:SetTimeouts', { script: patience, pageLoad: patience });
    return browser;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.#ask('Marionette:Quit', { flags: ['eForceQuit'] });
    await ended;
    this.#socket.destroy();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10 });
  }

  async goto(address: string): Promise<void> {
    await this.#ask('WebDriver:Navigate', { url: address });
  }

  /** What a function says that is run in the page; it sees nothing but its arguments. */
  async evaluate<A extends unknown[], T>(inPage: (...args: A) => T, ...args: A): Promise<T> {
    const script = `return (${String(inPage)})(...arguments)`;
    const { value } = (await this.#ask('WebDriver:ExecuteScript', { script, args })) as { value: T };
    return value;
  }

  /** Presses a key as a person would, with those held that are named before it: `Control+Shift+K`. */
  async press(keys: string): Promise<void> {
    const values = keys.split('+').map((key) => named[key] ?? key);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.#ask('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keys', actions: [...down, ...up] }] });
  }

  #ask(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#last;
    const text = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ([error, result]) => {
        if (error === null) resolve(result);
        else reject(new Error(`${command}: ${JSON.stringify(error)}`));
      });
      this.#socket.write(`${String(Buffer.byteLength(text))}:${text}`);
    });
  }

  /** Takes one message out of what was received; false when none is whole yet. */
  #take(): boolean {
    const colon = this.#received.indexOf(':');
    const from = colon + 1;
    const end = from + Number(this.#received.subarray(0, colon).toString());
    if (colon < 0 || this.#received.length < end) return false;
    const message: unknown = JSON.parse(this.#received.subarray(from, end).toString());
    this.#received = this.#received.subarray(end);
    if (Array.isArray(message)) {
      const [, id, error, result] = message as [number, number, unknown, unknown];
      this.#answers.get(id)?.([error, result]);
      this.#answers.delete(id);
    }
    return true;
  }
}

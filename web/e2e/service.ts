import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { java, jar, jvmOptions, page } from './places.ts';

/** The real server on a home that is thrown away afterwards. */
export class Service {
  readonly home = mkdtempSync(join(tmpdir(), 'svc-page-'));
  #settings: Record<string, string>;
  #command: string | undefined;
  #port = 0;
  #process: ChildProcess | undefined;
  #output = '';

  private constructor(settings: Record<string, string>) {
    this.#settings = settings;
  }

  /**
   * `furnish` may fill the home before the server sees it, and answers with further settings.
   * `command` is the svc of an installed release, below the home; without it the built jar is run.
   */
  static async start(
    settings: Record<string, string> = {},
    furnish?: (home: string) => Record<string, string>,
    command?: string,
  ): Promise<Service> {
    const service = new Service(settings);
    service.#command = command;
    service.#settings = { ...settings, ...furnish?.(service.home) };
    service.#port = await freePort();
    await service.up();
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Starts it, again on the same port and home when it was stopped before. */
  async up(): Promise<void> {
    const [command, options] = this.#command
      ? [join(this.home, this.#command), ['serve']]
      : [java, [`@${jvmOptions}`, '-jar', jar, 'serve']];
    const child = spawn(command, options, { env: this.#environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#process = child;
    await this.#healthy(child);
  }

  /** Stops it as a service manager would; the home stays. */
  async down(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async end(): Promise<void> {
    await this.down();
    this.#endPrograms();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Programs outlive their server, as they should; those of this home end with the test. */
  #endPrograms(): void {
    if (!existsSync('/proc')) return;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.home)) process.kill(Number(pid));
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }

  /** Runs another subcommand of the same program on the same home. */
  async run(args: string[], input = ''): Promise<string> {
    const child = spawn(java, [`@${jvmOptions}`, '-jar', jar, ...args], { env: this.#environment() });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${String(code)}: ${output}`);
    return output;
  }

  #environment(): Record<string, string> {
    const { PATH = '', LANG = 'C.UTF-8' } = process.env;
    const pages = this.#command ? {} : { SVC_WEB_DIST: page };
    const base = { PATH, LANG, HOME: this.home, SVC_HOME: join(this.home, 'svc'), ...pages };
    return { ...base, SVC_PORT: String(this.#port), SVC_AUTH_MODE: 'none', ...this.#settings };
  }

  async #healthy(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline && child.exitCode === null) {
      if (await answers(`${this.origin}/healthz`)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server did not come up. It said:\n${this.#output}`);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

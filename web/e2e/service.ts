import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { misplaced, secretsOf } from './canaries.ts';
import { until } from '../test/patience.ts';
import { cache, java, jar, jvmOptions, mainClass, page } from './places.ts';

/** Whether the present test has stopped a service: browsers note that on their own, some time later. */
let stopped = false;

export function wasStopped(): boolean {
  return stopped;
}

export function forgetStops(): void {
  stopped = false;
}

/**
 * Its name is unlike everything a test looks for on a page: with other letters and digits in it, one time in hundreds
 * the name of the folder would be taken for that of a session.
 */
function emptyFolder(): string {
  const letters = Array.from({ length: 14 }, () => 'xzqv'.charAt(randomInt(4)));
  const folder = join(tmpdir(), `svc-page-${letters.join('')}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** The real server on a home that is thrown away afterwards. */
export class Service {
  /** Those of the tests that run in this process. */
  static readonly running: Service[] = [];
  readonly home = emptyFolder();
  #settings: Record<string, string>;
  readonly #command: string | undefined;
  #port = 0;
  #process: ChildProcess | undefined;
  #output = '';
  readonly #more: readonly string[];

  private constructor(settings: Record<string, string>, more: readonly string[], command?: string) {
    this.#settings = settings;
    this.#more = more;
    this.#command = command;
  }

  /**
   * `{port}` in a setting is the port that it gets. `furnish` may fill the home before the server sees it, and answers with further settings; `more` goes to `serve`.
   * `command` is the svc of an installed release, below the home; without it the built jar is run.
   */
  static async start(
    settings: Record<string, string> = {},
    furnish?: (home: string) => Record<string, string>,
    more: readonly string[] = [],
    command?: string,
  ): Promise<Service> {
    const service = new Service(settings, more, command);
    service.#settings = { ...settings, ...furnish?.(service.home) };
    service.#port = await freePort();
    await service.up();
    Service.running.push(service);
    return service;
  }

  /** What it wrote so far. */
  get output(): string {
    return this.#output;
  }

  get origin(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Starts it, again on the same port and home when it was stopped before; `release` is a tag that it is then built from. */
  async up(release?: string): Promise<void> {
    const [command, options] = this.#commandLine(release);
    const words = [...options, 'serve', ...this.#more];
    const child = spawn(command, words, { env: this.#environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#process = child;
    await this.#healthy(child);
  }

  #commandLine(release?: string): [string, string[]] {
    if (this.#command) return [join(this.home, this.#command), []];
    const program = release ? ['-cp', `${this.#released(release)}:${jar}`, mainClass] : ['-jar', jar];
    const cached = !release && isNewer(cache, jar) ? [`-XX:AOTCache=${cache}`] : [];
    // It lives for seconds: the first compiler alone takes a third less of the processor. Passwords need the second one.
    const first = this.#environment()['SVC_AUTH_MODE'] === 'none' ? ['-XX:TieredStopAtLevel=1'] : [];
    return [java, [`@${jvmOptions}`, ...cached, ...first, ...program]];
  }

  /** A folder whose note of the build stands before the one in the jar. */
  #released(release: string): string {
    const folder = join(this.home, 'released');
    mkdirSync(join(folder, 'dev/svc/server/update/release'), { recursive: true });
    writeFileSync(
      join(folder, 'dev/svc/server/update/release/build.properties'),
      `describe=${release}\ncommit=0123456789abcdef\n`,
    );
    return folder;
  }

  /** Neither runs nor ends: its connections stay open and nothing answers. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Stops it as a service manager would; the home stays. */
  async down(): Promise<void> {
    stopped = true;
    const child = this.#process;
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      child.kill('SIGCONT'); // a test may have failed while it was frozen
      await once(child, 'exit');
    }
    await this.#endSuccessor();
  }

  /** An update puts a process of its own in the place of the one that was started here. */
  async #endSuccessor(): Promise<void> {
    const lock = join(this.home, 'svc', 'svc.lock');
    const [, pid = ''] = (existsSync(lock) && /^pid=(\d+)$/m.exec(readFileSync(lock, 'utf8'))) || [];
    if (!this.#isOurs(pid)) return;
    this.#endPrograms([pid]);
    await until(() => !this.#isOurs(pid));
  }

  /** Every run ends with a look for its secrets where none may be. */
  async end(): Promise<void> {
    Service.running.splice(Service.running.indexOf(this), 1);
    await this.down();
    const programs = this.#programs();
    const secrets = secretsOf(join(this.home, 'svc'));
    const found = misplaced(secrets, this.home, programs);
    if (secrets.some((secret) => this.#output.includes(secret))) found.push('the output');
    await this.#endAll();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 10 });
    if (found.length > 0) throw new Error(`A secret stands in ${found.join(', ')}`);
  }

  /** A running program may write into a folder that is being removed; one that ignores SIGTERM is killed. */
  async #endAll(): Promise<void> {
    let tries = 0;
    await until(() => {
      this.#endPrograms(this.#programs(), tries++ < 60 ? 'SIGTERM' : 'SIGKILL');
      return this.#programs().length === 0;
    });
  }

  /** Programs outlive their server, as they should; those of this home end with the test. */
  #programs(): string[] {
    if (!existsSync('/proc')) return [];
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && this.#isOurs(name));
  }

  #isOurs(pid: string): boolean {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.home);
    } catch {
      return false; // It ended by itself meanwhile.
    }
  }

  #endPrograms(pids: string[], signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): void {
    for (const pid of pids) {
      try {
        process.kill(Number(pid), signal);
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
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${String(code)}: ${output}`);
    return output;
  }

  #environment(): Record<string, string> {
    const { PATH = '', LANG = 'C.UTF-8' } = process.env;
    const base = { PATH, LANG, HOME: this.home, SVC_HOME: join(this.home, 'svc'), SVC_PORT: String(this.#port) };
    const dist = this.#command ? {} : { SVC_WEB_DIST: page };
    const chosen = Object.entries(this.#settings).map(([name, value]) => [
      name,
      value.replace('{port}', String(this.#port)),
    ]);
    return { ...base, ...dist, SVC_AUTH_MODE: 'none', ...(Object.fromEntries(chosen) as Record<string, string>) };
  }

  async #healthy(child: ChildProcess): Promise<void> {
    const healthy = () => answers(`${this.origin}/healthz`);
    await until(async () => child.exitCode !== null || (await healthy())).catch(() => undefined);
    if (!(await healthy())) throw new Error(`The server did not come up. It said:\n${this.#output}`);
  }
}

/** The JVM would mix the classes of an older cache with those of the jar. */
function isNewer(file: string, other: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > statSync(other).mtimeMs;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/**
 * A port that nothing listens on and that no connection of this host is given by chance: a server that starts takes it
 * seconds later, and again after it was stopped.
 */
async function freePort(): Promise<number> {
  const port = 11_000 + Math.floor(Math.random() * 20_000);
  const probe = createServer().listen(port, '127.0.0.1');
  const free = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!free) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}

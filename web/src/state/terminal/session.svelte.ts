import type { FromServer, Start } from '../../protocol/terminal';
import { Connection, type Dial, type Link } from './connection.svelte';
import type { Ending } from './ending';
import { cleanPaste } from './paste';
import type { Screen } from './screen';
import { WriterRole } from './writerrole.svelte';
import { Silence } from './silence.svelte';
import { Stream } from './stream';

export interface Opening {
  sid: string;
  start?: Start | undefined;
  /** Another folder than its own, to resume it in. */
  folder?: string | undefined;
  /** A person insists although a program outside svc is on the session. */
  insist?: boolean | undefined;
  /** It shows a program outside svc, where that one can be joined. */
  join?: boolean | undefined;
}

/** Five thousand lines or so, a quarter of what a screen remembers: more is there at the press of a button. */
const usualTail = 512 * 1024;

/** One terminal: its screen, its socket, its state. Outlives any component that shows it. */
export class TerminalSession {
  sid = $state('');
  /** What is typed arrives in its screen. */
  typing = $state(false);
  exit = $state.raw<{ code: number | null; signal: string | null }>();
  backend = $state('');
  gap = $state(false);
  lagged = $state(false);
  /** The program runs and has not shown anything yet. */
  starting = $state(true);
  /** There is more output than this screen asked for. */
  shortened = $state(false);
  /** How many turns are older than everything that the screen got; null when unknown. */
  turns: number | null = null;
  /** Counts how often the screen started over. */
  begun = $state(0);
  /** A placeholder got its real id. */
  onAdopted: (from: string, to: string) => void = () => undefined;
  /** A new session is running: it can be given a project now. */
  onBegun: () => void = () => undefined;
  readonly screen: Screen;
  readonly writerRole: WriterRole;
  /** What was typed has no answer. */
  readonly silence = new Silence(() => {
    this.#line.control({ t: 'ping', n: 0 });
  });
  readonly #stream: Stream;
  readonly #line: Connection;
  readonly #viewer: string;
  #join: Opening['join'];
  #start: Opening['start'];
  #folder: Opening['folder'];
  #whole = false;
  #flush: ReturnType<typeof setInterval> | undefined;

  constructor({ sid, start, folder, insist, join }: Opening, screen: Screen, dial: Dial, viewer: string) {
    this.sid = sid;
    this.#viewer = viewer;
    this.#start = start;
    this.#folder = folder;
    this.#join = join;
    this.screen = screen;
    this.#line = new Connection(dial);
    this.#line.onRetry = () => {
      this.connect();
    };
    this.writerRole = new WriterRole(screen, (frame) => {
      this.#line.control(frame);
    });
    this.#stream = new Stream(screen, (offset) => {
      this.#line.control({ t: 'ack', offset });
    });
    screen.onInput = (bytes) => {
      this.#input(bytes);
    };
    screen.onFit = (cols, rows) => {
      this.writerRole.fitted(cols, rows);
    };
    screen.answers = () => this.writes;
    const forget = screen.onDrawn(() => {
      if (!screen.hasText) return;
      this.starting = false;
      forget();
    });
    this.connect(insist);
  }

  get link(): Link {
    return this.#line.link;
  }

  get ending(): Ending | undefined {
    return this.#line.ending;
  }

  get retryAt(): number {
    return this.#line.retryAt;
  }

  /** Its program has never begun: the server knows nothing of it. */
  get isNew(): boolean {
    return this.#start !== undefined;
  }

  get writes(): boolean {
    return this.writerRole.role === 'writer' && this.link === 'live';
  }

  connect(takeover = false): void {
    clearInterval(this.#flush);
    this.silence.end();
    this.exit = undefined;
    const attach = {
      ...this.screen.wanted(),
      sid: this.sid,
      have: this.#stream.have,
      tail: this.#whole ? undefined : usualTail,
      start: this.#start,
      folder: this.#folder,
      viewer: this.#viewer,
      takeover,
      join: this.#join ?? false,
    };
    this.#line.open(attach, {
      control: (frame) => {
        this.silence.heard();
        this.#control(frame);
      },
      bytes: (bytes) => {
        this.silence.heard();
        this.#stream.bytes(bytes);
      },
    });
    this.#flush = setInterval(() => {
      this.#stream.flush();
    }, 250);
  }

  /** Opens it once more, perhaps in another way than before. */
  reopen({ folder = this.#folder, insist, join }: Omit<Opening, 'sid' | 'start'>): void {
    this.#folder = folder;
    this.#join = join;
    this.connect(insist);
  }

  /** Waits for a person, not for another program to end. */
  giveUp(): void {
    clearInterval(this.#flush);
    this.starting = false;
    this.#line.giveUp();
  }

  hurry(): void {
    this.#line.hurry();
  }

  /** Starts over with everything that the server has kept. */
  showAll(): void {
    this.#whole = true;
    this.#stream.have = undefined;
    this.connect();
  }

  /** Types what a person pasted, without anything that could press keys by itself. */
  paste(text: string): void {
    this.screen.paste(cleanPaste(text));
  }

  type(text: string): void {
    this.#input(new TextEncoder().encode(text));
  }

  dispose(): void {
    clearInterval(this.#flush);
    this.silence.end();
    this.#line.close();
    this.screen.dispose();
  }

  #control(frame: FromServer): void {
    switch (frame.t) {
      case 'hello':
        this.#hello(frame);
        break;
      case 'live':
        this.#live();
        break;
      case 'role':
        this.writerRole.handed(frame.role, frame.holder);
        break;
      case 'size':
        this.writerRole.sized(frame);
        break;
      case 'adopted':
        this.#adopted(frame.sid);
        break;
      case 'lag':
        this.lagged = true;
        this.#began(frame.turns);
        this.#stream.lag(frame.start, frame.modes);
        break;
      case 'exit':
        this.exit = { code: frame.code, signal: frame.signal === null ? null : String(frame.signal) };
        break;
      case 'pong':
        this.silence.answered();
        break;
    }
  }

  #hello(frame: Extract<FromServer, { t: 'hello' }>): void {
    this.#line.greeted();
    const begun = this.#start !== undefined;
    this.#start = undefined; // it runs now: a reconnect must never start a second one
    this.backend = frame.backend;
    this.gap = frame.gaps.length > 0;
    if (frame.reset) this.shortened = !this.#whole && frame.start > 0 && frame.end - frame.start > usualTail / 2;
    this.writerRole.begins(frame);
    if (frame.reset || this.#stream.have === undefined) this.#began(frame.turns);
    this.#stream.hello(frame);
    if (frame.role === 'viewer' || frame.fixed) this.screen.resize(frame.cols, frame.rows);
    this.writerRole.become(frame.role, frame.holder);
    if (frame.sid !== this.sid) this.#adopted(frame.sid);
    if (begun) this.onBegun();
  }

  #began(turns: number | null | undefined): void {
    this.turns = turns ?? null;
    this.begun += 1;
  }

  /** The emulator speaks again only after the replay is drawn. */
  #live(): void {
    this.#stream.live();
    this.screen.write('', () => {
      if (this.link !== 'replaying') return;
      this.#line.link = 'live';
      this.writerRole.become(this.writerRole.role, this.writerRole.holder);
    });
  }

  #adopted(sid: string): void {
    const from = this.sid;
    this.sid = sid;
    this.onAdopted(from, sid);
  }

  /** A viewer's keys are dropped, unless nobody writes: then the first to type gets the keyboard. */
  #input(bytes: Uint8Array<ArrayBuffer>): void {
    if (!this.writes && (this.link !== 'live' || this.writerRole.holder !== null)) return;
    this.#line.bytes(bytes);
    this.silence.sent();
  }
}

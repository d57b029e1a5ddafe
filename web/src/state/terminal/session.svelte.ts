import type { TermSocket, Listener } from '../../net/termsocket';
import type { Attach, FromServer, Role } from '../../protocol/terminal';
import { afterClose, type Ending } from './ending';
import { cleanPaste } from './paste';
import type { Screen } from './screen';
import { Stream } from './stream';

export type Link = 'connecting' | 'replaying' | 'live' | 'lost' | 'final';

export interface Opening {
  sid: string;
  /** For a new session: where it starts and whether it may act without asking. */
  start?: { cwd: string; bypass: boolean } | undefined;
  /** A person wants it although a program outside svc is on the session. */
  insist?: boolean;
}

export type Dial = (attach: Attach, listener: Listener) => TermSocket;

/** About what a screen's memory of lines holds: more would only be read to be dropped again. */
const usualTail = 2 * 1024 * 1024;

/** One terminal: its screen, its socket, its state. Outlives any component that shows it. */
export class TerminalSession {
  sid = $state('');
  link = $state<Link>('connecting');
  role = $state<Role>('viewer');
  holder = $state<string | null>(null);
  /** Somebody else took the keyboard from this tab; said once, until it is read. */
  takenOver = $state(false);
  size = $state.raw({ cols: 80, rows: 24 });
  exit = $state.raw<{ code: number | null; signal: string | null }>();
  ending = $state.raw<Ending>();
  /** When the next attempt is made, in the clock's milliseconds. */
  retryAt = $state(0);
  backend = $state('');
  gap = $state(false);
  lagged = $state(false);
  /** More was printed than this screen asked for. */
  shortened = $state(false);
  /** How many turns are older than all that the screen ever got; null where nobody knows. */
  turns: number | null = null;
  /** Counts how often the screen began anew. */
  begun = $state(0);
  /** A placeholder got its real id. */
  onAdopted: (from: string, to: string) => void = () => undefined;
  /** A new session runs: it can be given a project now. */
  onBegun: () => void = () => undefined;
  readonly screen: Screen;
  readonly #stream: Stream;
  readonly #dial: Dial;
  readonly #viewer: string;
  #start: Opening['start'];
  #socket: TermSocket | undefined;
  #whole = false;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #flush: ReturnType<typeof setInterval> | undefined;

  constructor({ sid, start, insist }: Opening, screen: Screen, dial: Dial, viewer: string) {
    this.sid = sid;
    this.#viewer = viewer;
    this.#start = start;
    this.#dial = dial;
    this.screen = screen;
    this.#stream = new Stream(screen, (offset) => this.#socket?.control({ t: 'ack', offset }));
    screen.onInput = (bytes) => {
      this.#input(bytes);
    };
    screen.onFit = (cols, rows) => {
      this.#fitted(cols, rows);
    };
    screen.answers = () => this.link === 'live' && this.role === 'writer';
    this.connect(insist);
  }

  get writes(): boolean {
    return this.role === 'writer' && this.link === 'live';
  }

  connect(takeover = false): void {
    this.#disconnect();
    this.link = this.#stream.have === undefined ? 'connecting' : 'lost';
    this.ending = undefined;
    this.exit = undefined;
    const { cols, rows } = this.screen.wanted();
    const attach = {
      sid: this.sid,
      cols,
      rows,
      have: this.#stream.have,
      tail: this.#whole ? undefined : usualTail,
      start: this.#start,
      viewer: this.#viewer,
      takeover,
    };
    this.#socket = this.#dial(attach, {
      control: (frame) => {
        this.#control(frame);
      },
      bytes: (bytes) => {
        this.#stream.bytes(bytes);
      },
      closed: (code, reason) => {
        this.#closed(code, reason);
      },
    });
    this.#flush = setInterval(() => {
      this.#stream.flush();
    }, 250);
  }

  takeOver(): void {
    this.#socket?.control({ t: 'takeover' });
  }

  /** Begins anew with everything that the server has kept. */
  showAll(): void {
    this.#whole = true;
    this.#stream.have = undefined;
    this.connect();
  }

  /** Types what a person pasted, without what could press keys by itself. */
  paste(text: string): void {
    this.screen.paste(cleanPaste(text));
  }

  type(text: string): void {
    this.#input(new TextEncoder().encode(text));
  }

  /** Nudges the program into drawing its whole screen again: one row less, then the old size. */
  repaint(): void {
    const { cols, rows } = this.size;
    if (!this.writes || rows < 3) return;
    this.#socket?.control({ t: 'resize', cols, rows: rows - 1 });
    setTimeout(() => this.#socket?.control({ t: 'resize', cols, rows }), 60);
  }

  dispose(): void {
    this.#disconnect();
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
        this.takenOver = this.role === 'writer' && frame.role === 'viewer';
        this.#become(frame.role, frame.holder);
        break;
      case 'size':
        this.size = { cols: frame.cols, rows: frame.rows };
        if (this.role === 'viewer') this.screen.resize(frame.cols, frame.rows);
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
        break;
    }
  }

  #hello(frame: Extract<FromServer, { t: 'hello' }>): void {
    this.#attempt = 0;
    const begun = this.#start !== undefined;
    this.#start = undefined; // it runs now: a reconnect must never start a second one
    this.link = 'replaying';
    this.backend = frame.backend;
    this.gap = frame.gaps.length > 0;
    if (frame.reset) this.shortened = !this.#whole && frame.start > 0 && frame.end - frame.start > usualTail / 2;
    this.size = { cols: frame.cols, rows: frame.rows };
    if (frame.reset || this.#stream.have === undefined) this.#began(frame.turns);
    this.#stream.hello(frame);
    if (frame.role === 'viewer') this.screen.resize(frame.cols, frame.rows);
    this.#become(frame.role, frame.holder);
    if (frame.sid !== this.sid) this.#adopted(frame.sid);
    if (begun) this.onBegun();
  }

  #began(turns: number | null | undefined): void {
    this.turns = turns ?? null;
    this.begun += 1;
  }

  /** Only when the replay is drawn does the emulator speak again. */
  #live(): void {
    this.screen.write('', () => {
      if (this.link !== 'replaying') return;
      this.link = 'live';
      this.#become(this.role, this.holder);
    });
  }

  #become(role: Role, holder: string | null): void {
    this.role = role;
    this.holder = holder;
    this.screen.setWriter(role === 'writer');
    if (role !== 'writer') return;
    const { cols, rows } = this.screen.wanted();
    this.#fitted(cols, rows);
  }

  #adopted(sid: string): void {
    const from = this.sid;
    this.sid = sid;
    this.onAdopted(from, sid);
  }

  #fitted(cols: number, rows: number): void {
    if (this.role !== 'writer') return;
    this.screen.resize(cols, rows);
    if (cols === this.size.cols && rows === this.size.rows) return;
    this.size = { cols, rows };
    this.#socket?.control({ t: 'resize', cols, rows });
  }

  /** A viewer's keys go nowhere, unless nobody writes: then the first who types has the keyboard. */
  #input(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.writes || (this.link === 'live' && this.holder === null)) this.#socket?.bytes(bytes);
  }

  #closed(code: number, reason: string): void {
    this.#disconnect();
    const ending = afterClose(code, reason, this.#attempt);
    this.ending = ending;
    this.link = ending.then === 'retry' ? 'lost' : 'final';
    if (ending.then !== 'retry') return;
    this.#attempt += 1;
    this.retryAt = Date.now() + ending.after;
    this.#timer = setTimeout(() => {
      this.connect();
    }, ending.after);
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#flush);
    this.#socket?.close();
    this.#socket = undefined;
  }
}

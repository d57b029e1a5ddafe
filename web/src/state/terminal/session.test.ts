import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Listener } from '../../net/termsocket';
import type { Attach, FromClient, FromServer } from '../../protocol/terminal';
import { TerminalSession } from './session.svelte';

/** A screen that remembers what was written, and writes in order as the emulator does. */
function fakeScreen() {
  let text = '';
  let drawn = (): void => undefined;
  const screen = {
    onDrawn: (told: () => void) => {
      drawn = told;
      return () => (drawn = () => undefined);
    },
    get hasText() {
      return text.trim() !== '';
    },
    onInput: undefined as unknown as (bytes: Uint8Array<ArrayBuffer>) => void,
    onFit: undefined as unknown as (cols: number, rows: number) => void,
    answers: () => false,
    size: { cols: 100, rows: 30 },
    write(data: string | Uint8Array, done?: () => void) {
      text += typeof data === 'string' ? data : new TextDecoder().decode(data);
      drawn();
      done?.();
    },
    reset: () => (text = ''),
    resize(cols: number, rows: number) {
      screen.size = { cols, rows };
    },
    wanted: () => ({ cols: 120, rows: 40 }),
    setDecides: () => undefined,
    paste(pasted: string) {
      screen.onInput(new TextEncoder().encode(pasted));
    },
    dispose: () => undefined,
    get text() {
      return text;
    },
  };
  return screen;
}

class Line {
  readonly dialled: Attach[] = [];
  readonly controls: FromClient[] = [];
  readonly typed: string[] = [];
  listener: Listener | undefined;

  dial = (attach: Attach, listener: Listener) => {
    this.dialled.push(attach);
    this.listener = listener;
    return {
      open: true,
      control: (frame: FromClient) => this.controls.push(frame),
      bytes: (bytes: Uint8Array) => this.typed.push(new TextDecoder().decode(bytes)),
      close: () => undefined,
    } as never;
  };

  hello(change: Partial<Extract<FromServer, { t: 'hello' }>> = {}): void {
    const frame = {
      t: 'hello',
      sid: 'engine_1:a',
      role: 'writer',
      holder: 'me',
      cols: 80,
      rows: 24,
      start: 0,
      end: 0,
    } as const;
    this.listener?.control({ ...frame, reset: true, modes: '', gaps: [], backend: 'dtach', ...change });
  }

  sends(text: string): void {
    this.listener?.bytes(new TextEncoder().encode(text));
  }

  live(): void {
    this.listener?.control({ t: 'live' });
  }
}

function opened(start?: { cwd: string; bypass: boolean }, join?: boolean) {
  const [screen, line] = [fakeScreen(), new Line()];
  const session = new TerminalSession({ sid: 'engine_1:a', start, join }, screen as never, line.dial, 'me');
  return { screen, line, session };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('one terminal', () => {
  it('asks for everything first, and after a drop for exactly the next byte, without clearing the screen', () => {
    const { screen, line, session } = opened();
    line.hello({ start: 1000 });
    line.sends('hello');
    line.live();
    line.listener?.closed(1006, '');
    expect(session.link).toBe('lost');
    vi.advanceTimersByTime(400);
    expect(line.dialled.map((attach) => attach.have)).toEqual([undefined, 1005]);
    line.hello({ start: 1005, reset: false });
    line.sends(' again');
    line.live();
    expect(screen.text).toBe('hello again');
  });

  it('is starting until there is something to read, whatever the program sent before that', () => {
    const { line, session } = opened();
    line.hello();
    line.live();
    line.sends('  ');
    expect(session.starting).toBe(true);
    line.sends('Welcome');
    expect(session.starting).toBe(false);
  });

  it('says that there is no answer three seconds after what was typed, until there is one', () => {
    const { screen, line, session } = opened();
    line.hello();
    line.live();
    screen.onInput(new TextEncoder().encode('a'));
    vi.advanceTimersByTime(2_999);
    expect(session.silence.now).toBe(false);
    expect(line.controls).toContainEqual({ t: 'ping', n: 0 });
    vi.advanceTimersByTime(1);
    expect(session.silence.now).toBe(true);
    line.sends('a');
    expect(session.silence.now).toBe(false);
  });

  it('does not take what was on its way before for an answer to what was typed', () => {
    const { screen, line, session } = opened();
    line.hello();
    line.live();
    screen.onInput(new TextEncoder().encode('a'));
    line.sends('late');
    vi.advanceTimersByTime(1_500);
    line.sends('later');
    vi.advanceTimersByTime(1_999);
    expect(session.silence.now).toBe(false);
    vi.advanceTimersByTime(1);
    expect(session.silence.now).toBe(true);
  });

  it('asks again for what was typed after it had asked', () => {
    const { screen, line, session } = opened();
    line.hello();
    line.live();
    screen.onInput(new TextEncoder().encode('a'));
    vi.advanceTimersByTime(1_000);
    screen.onInput(new TextEncoder().encode('b'));
    line.listener?.control({ t: 'pong', n: 0 });
    vi.advanceTimersByTime(3_000);
    expect(session.silence.now).toBe(true);
    line.listener?.control({ t: 'pong', n: 0 });
    expect(session.silence.now).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(session.silence.now).toBe(false);
  });

  it('takes a program that shows nothing of what is typed for no silence', () => {
    const { screen, line, session } = opened();
    line.hello();
    line.live();
    screen.onInput(new TextEncoder().encode('secret'));
    vi.advanceTimersByTime(1_000);
    line.listener?.control({ t: 'pong', n: 0 });
    vi.advanceTimersByTime(60_000);
    expect(session.silence.now).toBe(false);
  });

  it('keeps one viewer id over its connections, so that it gets the keyboard back', () => {
    const { line } = opened();
    line.listener?.closed(1001, '');
    vi.advanceTimersByTime(400);
    expect(line.dialled[0]?.viewer).toBe(line.dialled[1]?.viewer);
  });

  it('starts a new session once: a reconnect after its first hello never asks for a start again', () => {
    const { line } = opened({ cwd: '/src', bypass: false });
    expect(line.dialled[0]?.start).toEqual({ cwd: '/src', bypass: false });
    line.hello();
    line.listener?.closed(1006, '');
    vi.advanceTimersByTime(400);
    expect(line.dialled[1]?.start).toBeUndefined();
  });

  it('clears the screen where the server says that what was there no longer fits', () => {
    const { screen, line } = opened();
    line.hello();
    line.live();
    line.sends('old');
    line.listener?.control({ t: 'lag', start: 5000 });
    line.sends('new');
    expect(screen.text).toBe('new');
    line.listener?.closed(1006, '');
    vi.advanceTimersByTime(400);
    expect(line.dialled[1]?.have).toBe(5003);
  });

  it('writes the modes in force before the replay, without counting them', () => {
    const { screen, line } = opened();
    line.hello({ start: 7, modes: '<modes>' });
    line.sends('ab');
    line.live();
    expect(screen.text).toBe('<modes>ab');
    line.listener?.closed(1006, '');
    vi.advanceTimersByTime(400);
    expect(line.dialled[1]?.have).toBe(9);
  });

  it('lets nobody type into a replay, and only the writer afterwards', () => {
    const { line, session } = opened();
    line.hello();
    session.type('too early');
    expect(session.link).toBe('replaying');
    line.live();
    session.type('now');
    line.listener?.control({ t: 'role', role: 'viewer', holder: 'another' });
    session.type('not mine');
    expect(session.writerRole.takenOver).toBe(true);
    expect(line.typed).toEqual(['now']);
  });

  it('a viewer may type when nobody writes', () => {
    const { line, session } = opened();
    line.hello({ role: 'viewer', holder: null });
    line.live();
    session.type('x');
    expect(line.typed).toEqual(['x']);
  });

  it('a writer gives the program its own size, a viewer takes the size of the writer', () => {
    const { screen, line } = opened();
    line.hello();
    expect(line.controls).toContainEqual({ t: 'resize', cols: 120, rows: 40 });
    line.listener?.control({ t: 'role', role: 'viewer', holder: 'another' });
    line.listener?.control({ t: 'size', cols: 61, rows: 20 });
    expect(screen.size).toEqual({ cols: 61, rows: 20 });
    screen.onFit(200, 50);
    expect(line.controls.filter((frame) => frame.t === 'resize')).toHaveLength(1);
  });

  it('draws a replay in large pieces, a slow one as it comes, and what follows at once', () => {
    const { screen, line } = opened();
    line.hello();
    line.sends('a'.repeat(100_000));
    line.sends('b'.repeat(100_000));
    expect(screen.text).toHaveLength(0);
    line.sends('c'.repeat(100_000));
    expect(screen.text).toHaveLength(300_000);
    line.sends('slow');
    vi.advanceTimersByTime(300);
    expect(screen.text.endsWith('slow')).toBe(true);
    line.sends('last');
    line.live();
    expect(screen.text.endsWith('slowlast')).toBe(true);
    line.sends('!');
    expect(screen.text.endsWith('slowlast!')).toBe(true);
  });

  it('loses nothing of a replay that breaks off', () => {
    const { screen, line } = opened();
    line.hello();
    line.sends('half');
    line.listener?.closed(1006, '');
    vi.advanceTimersByTime(400);
    expect(line.dialled[1]?.have).toBe(4);
    line.hello({ start: 4, reset: false });
    line.sends(' and half');
    line.live();
    expect(screen.text).toBe('half and half');
  });

  it('acknowledges what was drawn, at once for much and soon for little', () => {
    const { line } = opened();
    line.hello();
    line.live();
    line.sends('x'.repeat(70_000));
    expect(line.controls).toContainEqual({ t: 'ack', offset: 70_000 });
    line.sends('yy');
    vi.advanceTimersByTime(300);
    expect(line.controls.at(-1)).toEqual({ t: 'ack', offset: 70_002 });
  });

  it('takes the real id of an adopted placeholder and reconnects under it', () => {
    const { line, session } = opened();
    const told: string[] = [];
    session.onAdopted = (from, to) => told.push(from, to);
    line.hello();
    line.listener?.control({ t: 'adopted', sid: 'engine_1:real' });
    line.listener?.closed(1006, '');
    vi.advanceTimersByTime(400);
    expect(told).toEqual(['engine_1:a', 'engine_1:real']);
    expect(line.dialled[1]?.sid).toBe('engine_1:real');
  });

  it('shows how the program ended and starts nothing by itself', () => {
    const { line, session } = opened();
    line.hello();
    line.listener?.control({ t: 'exit', code: 3, signal: null });
    line.listener?.closed(4410, '');
    vi.advanceTimersByTime(60_000);
    expect(session.exit).toEqual({ code: 3, signal: null });
    expect([session.link, session.ending?.then, line.dialled.length]).toEqual(['final', 'ended', 1]);
  });

  it.each([
    [4401, 'signIn'],
    [4403, 'changePassword'],
    [4404, 'absent'],
    [4413, 'refusedFrame'],
    [4500, 'notStarted'],
  ])('waits for a person after close code %d', (code, then) => {
    const { line, session } = opened();
    line.listener?.closed(code, 'why');
    vi.advanceTimersByTime(60_000);
    expect([session.link, session.ending?.then, line.dialled.length]).toEqual(['final', then, 1]);
  });

  it('is new until its program has begun', () => {
    const { line, session } = opened({ cwd: '/home/me', bypass: false });
    expect(session.isNew).toBe(true);
    line.hello({ start: 0 });
    expect(session.isNew).toBe(false);
    expect(opened().session.isNew).toBe(false);
  });

  it('is back within a second of a service that starts again', () => {
    const { line } = opened();
    for (let time = 0; time < 20; time++) {
      line.listener?.closed(1001, '');
      vi.advanceTimersByTime(1_000);
    }
    expect(line.dialled).toHaveLength(21);
  });

  it('waits longer each time while another server holds the session', () => {
    const { line } = opened();
    for (let time = 0; time < 4; time++) {
      line.listener?.closed(4409, '');
      vi.advanceTimersByTime(20_000);
    }
    expect(line.dialled).toHaveLength(5);
    line.listener?.closed(4409, '');
    vi.advanceTimersByTime(1_000);
    expect(line.dialled).toHaveLength(5);
  });

  it('starts nothing any more once it has given up', () => {
    const { line, session } = opened();
    line.listener?.closed(4409, 'claude in tmux');
    session.giveUp();
    expect([session.starting, session.link]).toEqual([false, 'final']);
  });

  it('goes the same way in after a loss, and another one when it is opened again', () => {
    const { line, session } = opened(undefined, true);
    line.hello();
    line.listener?.closed(1001, '');
    vi.advanceTimersByTime(1_000);
    line.listener?.closed(4410, '');
    session.reopen({});
    session.reopen({ insist: true });
    expect(line.dialled.map(({ join, takeover }) => [join, takeover])).toEqual([
      [true, false],
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it('cleans what is pasted of everything that could press keys', () => {
    const { line, session } = opened();
    line.hello();
    line.live();
    session.paste('one\r\ntwo\u001b[201~\u0003\u009b\tthree');
    expect(line.typed).toEqual(['one\rtwo[201~\tthree']);
  });
});

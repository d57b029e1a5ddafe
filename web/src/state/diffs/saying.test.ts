import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { elsewhere, row } from '../../../test/server';
import type { SessionRow } from '../../protocol/session';
import { hindranceOf, say } from './saying';

const sid = 'engine_1:1';

/** A house with one session, and a terminal that notes what is typed into it. */
function house(change: Partial<SessionRow> = {}) {
  const typed: string[] = [];
  let asks = false;
  const terminal = {
    link: 'live',
    starting: false,
    writes: true,
    writerRole: { role: 'writer', holder: 'me' as string | null },
    screen: { pastesWhole: true, onDrawn: (told: () => void) => (told(), () => undefined) },
    type: (keys: string) => typed.push(keys),
    paste: (text: string) => typed.push(`pasted ${text}`),
  };
  const app = {
    linked: true,
    ask: { of: () => (asks ? {} : undefined) },
    find: () => row(1, { live: true, status: 'idle', ...change }),
    terminals: { find: () => terminal, open: () => terminal },
    withTerminals: () => Promise.resolve(app.terminals),
    appearance: { asksAboutLines: true },
    questions: { ask: () => Promise.resolve(false) },
  };
  return {
    app: app as unknown as Parameters<typeof say>[0],
    raw: app,
    terminal,
    typed,
    asksNow: () => (asks = true),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function said(one: ReturnType<typeof house>, text = 'Why?') {
  const done = say(one.app, sid, text);
  await vi.runAllTimersAsync();
  return done;
}

describe('a message', () => {
  it('is pasted and sent with Enter', async () => {
    const one = house();
    expect(await said(one)).toBeUndefined();
    expect(one.typed).toEqual(['pasted Why?', '\r']);
  });

  it('is sent to a program that works: it takes it when it is ready', async () => {
    expect(await said(house({ status: 'working' }))).toBeUndefined();
  });

  it.each<[string, Partial<SessionRow>]>([
    ['off', { live: false, status: 'off' }],
    ['kept', { live: false, status: 'off', kept: 'kept' }],
    ['outside', { live: 'elsewhere', status: 'off', elsewhere: elsewhere() }],
    ['asks', { status: 'waiting' }],
  ])('is not typed, for the reason %s', async (why, change) => {
    const one = house(change);
    if (why !== 'asks') one.terminal.link = 'final';
    expect(await said(one)).toBe(why);
    expect(one.typed).toEqual([]);
  });

  it('is not typed while somebody else has the keyboard, or svc does not answer', async () => {
    const watched = house();
    watched.terminal.writerRole = { role: 'viewer', holder: 'other' };
    expect(await said(watched)).toBe('watching');
    const away = house();
    away.raw.linked = false;
    expect(await said(away)).toBe('unlinked');
    expect([...watched.typed, ...away.typed]).toEqual([]);
  });

  it('is not typed before the program has shown anything', async () => {
    const one = house();
    one.terminal.starting = true;
    expect(await said(one)).toBe('starting');
    expect(one.typed).toEqual([]);
  });

  it('is not sent with Enter where the program asks by then: it would be the answer', async () => {
    const one = house();
    one.terminal.paste = (text) => {
      one.asksNow();
      return one.typed.push(`pasted ${text}`);
    };
    expect(await said(one)).toBe('asks');
    expect(one.typed).toEqual(['pasted Why?']);
  });

  it('is not typed where the program would run line by line, and a person says no', async () => {
    const one = house();
    one.terminal.screen.pastesWhole = false;
    expect(await said(one, 'one\ntwo')).toBe('lost');
    expect(one.typed).toEqual([]);
  });

  it('is not typed where its terminal does not come', async () => {
    const one = house();
    one.terminal.link = 'connecting';
    expect(await said(one)).toBe('unlinked');
    expect(one.typed).toEqual([]);
  });
});

it('a session that is not known can be said nothing', () => {
  const one = house();
  one.raw.find = () => undefined as never;
  expect(hindranceOf(one.app, sid)).toBe('unlinked');
});

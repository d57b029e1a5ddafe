import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apart, patience, send } from './sending';

function program() {
  const got: string[] = [];
  const session = {
    writes: true,
    drawn: (): void => undefined,
    type: (text: string) => void got.push(text),
    screen: {
      onDrawn: (told: () => void) => {
        session.drawn = told;
        return () => (session.drawn = () => undefined);
      },
    },
  };
  const paste = (text: string) => {
    got.push(text);
    return Promise.resolve(true);
  };
  return { session, got, paste };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('presses Enter when the text is shown, and never within the time in which a program takes it for a part of the text', async () => {
  const { session, got, paste } = program();
  const sent = send(session, 'look', paste);
  await vi.advanceTimersByTimeAsync(0);
  session.drawn();
  await vi.advanceTimersByTimeAsync(apart - 1);
  expect(got).toEqual(['look']);
  await vi.advanceTimersByTimeAsync(1);
  expect(got).toEqual(['look', '\r']);
  expect(await sent).toBe(true);
});

it('waits for a slow program, but not for one that shows nothing', async () => {
  const { session, got, paste } = program();
  const sent = send(session, 'secret', paste);
  await vi.advanceTimersByTimeAsync(patience - 1);
  expect(got).toEqual(['secret']);
  await vi.advanceTimersByTimeAsync(1);
  expect(got).toEqual(['secret', '\r']);
  expect(await sent).toBe(true);
});

it('presses nothing after a text that was not pasted, nor into a terminal that was lost', async () => {
  const { session, got, paste } = program();
  expect(await send(session, 'a\nb', () => Promise.resolve(false))).toBe(false);
  const sent = send(session, 'look', paste);
  session.writes = false;
  await vi.advanceTimersByTimeAsync(patience);
  expect(await sent).toBe(false);
  expect(got).toEqual(['look']);
});

it('an empty text is Enter alone, at once', async () => {
  const { session, got, paste } = program();
  expect(await send(session, '', paste)).toBe(true);
  expect(got).toEqual(['\r']);
});

import { expect, it } from 'vitest';
import { readControl, socketPath } from './terminal';

it('reads the frames it knows and passes over everything else', () => {
  expect(readControl('{"t":"live"}')).toEqual({ t: 'live' });
  for (const other of ['', 'x', 'null', '[]', '{"t":1}', '{"t":"of-tomorrow"}'])
    expect(readControl(other)).toBeUndefined();
});

it('asks for a terminal with what is wanted, and nothing else', () => {
  const attach = { sid: 'engine_1:a', cols: 80, rows: 24, viewer: 'v' };
  expect(socketPath(attach)).toBe('/ws/term/engine_1:a?cols=80&rows=24&viewer=v');
  expect(socketPath({ ...attach, have: 0, start: { cwd: '/a b', bypass: false } })).toBe(
    '/ws/term/engine_1:a?cols=80&rows=24&viewer=v&have=0&new=1&cwd=%2Fa+b',
  );
  expect(socketPath({ ...attach, join: true })).toBe('/ws/term/engine_1:a?cols=80&rows=24&viewer=v&join=1');
  expect(socketPath({ ...attach, join: false })).not.toContain('join');
  expect(socketPath({ ...attach, start: { cwd: '/', bypass: true }, takeover: true })).toContain('bypass=1&takeover=1');
});

import { expect, it } from 'vitest';
import { TermSocket, type Wire } from './termsocket';

function dialled() {
  const sent: Uint8Array[] = [];
  const wire: Wire = {
    binaryType: 'blob',
    readyState: 1,
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (data) => {
      if (typeof data !== 'string') sent.push(data);
    },
    close: () => undefined,
  };
  const listener = { control: () => undefined, bytes: () => undefined, closed: () => undefined };
  const socket = new TermSocket({ sid: 'engine_1:a', cols: 80, rows: 24, viewer: 'v' }, listener, () => wire);
  return { socket, sent };
}

it('sends a long paste in frames that the server takes, every byte once and in order', () => {
  const { socket, sent } = dialled();
  const paste = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251);
  socket.bytes(paste);
  expect(Math.max(...sent.map((frame) => frame.length))).toBeLessThanOrEqual(64 * 1024);
  expect(Uint8Array.from(sent.flatMap((frame) => [...frame]))).toEqual(paste);
});

it('sends a key as one frame', () => {
  const { socket, sent } = dialled();
  socket.bytes(new TextEncoder().encode('a'));
  expect(sent.map((frame) => frame.length)).toEqual([1]);
});

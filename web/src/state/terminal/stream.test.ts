import { expect, it } from 'vitest';
import type { FromServer } from '../../protocol/terminal';
import { Stream, type Sink } from './stream';

/** Draws only when the test says so, like a busy emulator. */
class BusySink implements Sink {
  readonly #drawn: (() => void)[] = [];

  write(_data: string | Uint8Array, done: () => void = () => undefined): void {
    this.#drawn.push(done);
  }

  reset(): void {
    /* nothing is kept */
  }

  draw(): void {
    this.#drawn.splice(0).forEach((done) => {
      done();
    });
  }
}

function hello(start: number): Extract<FromServer, { t: 'hello' }> {
  const size = { cols: 80, rows: 24 };
  const place = { start, end: start, reset: true, modes: '', gaps: [] };
  return { t: 'hello', sid: 'engine_1:a', role: 'writer', holder: 'me', backend: 'dtach', ...size, ...place };
}

function followed() {
  const [sink, acks] = [new BusySink(), [] as number[]];
  const stream = new Stream(sink, (offset) => acks.push(offset));
  stream.hello(hello(0));
  stream.live();
  stream.bytes(new Uint8Array(200_000));
  return { sink, acks, stream };
}

it('says nothing of what is drawn for a screen that another hello has replaced', () => {
  const { sink, acks, stream } = followed();
  stream.hello(hello(10));
  stream.live();
  sink.draw();
  stream.flush();
  expect(acks).toEqual([]);
  stream.bytes(new Uint8Array(70_000));
  sink.draw();
  expect(acks).toEqual([70_010]);
});

it('says nothing of what is drawn for a screen from before a lag', () => {
  const { sink, acks, stream } = followed();
  stream.lag(50_000);
  sink.draw();
  stream.bytes(new Uint8Array(70_000));
  sink.draw();
  expect(acks).toEqual([120_000]);
});

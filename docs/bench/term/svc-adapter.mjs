// The adapter of svc's terminal socket for a WebSocket terminal benchmark: hello first, then binary frames both ways,
// and the client says how far it has come.
import { createHash } from 'node:crypto';

const ACK_EVERY = 256 * 1024;

/** A session's name in the benchmark becomes an id of the shape that svc expects. */
const uuid = (name) => {
  const h = createHash('sha256').update(name).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
};

export const svc = {
  open: (o) => ({
    url: `${o.base}/ws/term/engine_1:${uuid(o.session)}?new=1&cwd=${encodeURIComponent(o.opt.cwd ?? '/tmp')}&cols=${o.cols}&rows=${o.rows}${o.opt.tail ? `&tail=${o.opt.tail}` : ''}`,
    headers: { Origin: o.base.replace(/^ws/, 'http') },
  }),
  onOpen: () => {},
  ready: (c) => c.offset !== undefined,
  input: (c, b) => c.send(b),
  decode: (c, d, isBinary) => {
    if (!isBinary) {
      const m = JSON.parse(d);
      if (m.t === 'hello' || m.t === 'lag') c.offset = c.acked = m.start;
      return null;
    }
    c.offset += d.length;
    if (c.offset - c.acked >= ACK_EVERY) c.send(JSON.stringify({ t: 'ack', offset: (c.acked = c.offset) }));
    return d;
  },
};

import { svc } from './svc-adapter.mjs';
// One adapter per wire protocol. An adapter is an object with
//   open(o)            -> { url, protocols?, headers? }   o = { base, session, cols, rows, opt }
//   onOpen(c, o)       called on WebSocket open; c.send(bufferOrString)
//   input(c, buf)      sends keystrokes
//   decode(c, data, isBinary) -> Buffer of terminal output, or null
//   ready(c) -> bool   optional: false until the protocol handshake is over
// To add ours: copy `raw` or `json`, change the five lines, add it to the table at the end.
const enc = (s) => encodeURIComponent(s);

// ttyd: binary frames, first byte is the command ('0' output / input, '1' title / resize, '2' preferences / pause)
const ttyd = {
  open: (o) => ({ url: o.base + (o.session ? `?arg=${enc(o.session)}` : ''), protocols: ['tty'] }),
  onOpen: (c, o) => c.send(Buffer.from(JSON.stringify({ AuthToken: '', columns: o.cols, rows: o.rows }))),
  input: (c, b) => c.send(Buffer.concat([Buffer.from('0'), b])),
  decode: (c, d) => (d[0] === 0x30 ? d.subarray(1) : null),
};
// plain: every frame is terminal bytes, both ways; session in the query
const raw = {
  open: (o) => ({ url: o.base + (o.session ? `?session=${enc(o.session)}&cols=${o.cols}&rows=${o.rows}` : '') }),
  onOpen: () => {},
  input: (c, b) => c.send(b),
  decode: (c, d) => d,
};
// JSON: {type:input|output,data}
const json = {
  open: (o) => ({ url: o.base + (o.session ? `?session=${enc(o.session)}` : '') }),
  onOpen: (c, o) => c.send(JSON.stringify({ type: 'resize', cols: o.cols, rows: o.rows })),
  input: (c, b) => c.send(JSON.stringify({ type: 'input', data: b.toString('utf8') })),
  decode: (c, d) => { const m = JSON.parse(d); return m.type === 'output' ? Buffer.from(m.data, 'utf8') : null; },
};
// wetty: socket.io 4 over engine.io 4; the client must commit what it has taken (flow control)
const wetty = {
  open: (o) => ({ url: o.base + '/socket.io/?EIO=4&transport=websocket' }),
  onOpen: (c) => { c.isReady = false; },
  ready: (c) => c.isReady,
  input: (c, b) => c.send('42' + JSON.stringify(['input', b.toString('utf8')])),
  decode: (c, d) => {
    if (d[0] === 0x30) { c.send('40'); return null; }                    // engine open -> socket.io connect
    if (d[0] === 0x32) { c.send('3'); return null; }                     // ping -> pong
    if (d[0] === 0x34 && d[1] === 0x30) return null;                     // connected
    if (d[0] !== 0x34 || d[1] !== 0x32) return null;
    const m = JSON.parse(d.toString('utf8', 2));
    if (m[0] === 'login') { c.isReady = true; c.send('42' + JSON.stringify(['resize', { cols: 120, rows: 40 }])); return null; }
    if (m[0] !== 'data') return null;
    c.pend = (c.pend || 0) + m[1].length;
    if (c.pend > 131072) { c.send('42' + JSON.stringify(['commit', c.pend])); c.pend = 0; }
    return Buffer.from(m[1], 'utf8');
  },
};
// cloudcli (claude-code-ui): JSON, plain shell mode; token in the query; one socket per session
const cloudcli = {
  open: (o) => ({ url: o.base + (o.opt.token ? `?token=${enc(o.opt.token)}` : '') }),
  onOpen: (c, o) => c.send(JSON.stringify({ type: 'init', projectPath: o.opt.cwd || '/tmp', sessionId: o.session || null, hasSession: false, provider: 'plain-shell', isPlainShell: true, initialCommand: 'bash --norc', cols: o.cols, rows: o.rows })),
  input: (c, b) => c.send(JSON.stringify({ type: 'input', data: b.toString('utf8') })),
  decode: (c, d) => { const m = JSON.parse(d); return m.type === 'output' ? Buffer.from(m.data, 'utf8') : null; },
};
export default { svc, ttyd, raw, json, wetty, cloudcli };

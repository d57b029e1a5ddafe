"""A WebSocket client of svc's terminal socket, in the standard library: frames, controls, and a terminal's answers."""
import base64, json, os, re, select, socket, struct, time, urllib.parse


class Closed(Exception):
    def __init__(self, code, reason):
        super().__init__("%d %s" % (code, reason))
        self.code, self.reason = code, reason


class TermSocket:
    """One socket. Everything that arrives is kept in `seen`; `controls` holds the JSON ones."""

    ANSWERS = ((b"\x1b[c", b"\x1b[?62;22c"), (b"\x1b[0c", b"\x1b[?62;22c"), (b"\x1b[6n", b"\x1b[1;1R"),
               (b"\x1b]11;?", b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\"), (b"\x1b]10;?", b"\x1b]10;rgb:dddd/dddd/dddd\x1b\\"),
               (b"\x1b[?u", b"\x1b[?0u"))

    def __init__(self, port, sid, **query):
        self.seen, self.controls, self.offset, self.acked, self.live = b"", [], 0, 0, False
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=60)
        query = urllib.parse.urlencode({"cols": 120, "rows": 40, **query})
        self.sock.sendall(("GET /ws/term/%s?%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: %s\r\n\r\n"
                           % (sid, query, port, port, base64.b64encode(os.urandom(16)).decode())).encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.exactly(1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(0, head.decode("latin-1"))

    def exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.sock.recv(count - len(data))
            if not part:
                raise Closed(1006, "broken off")
            data += part
        return data

    def send(self, opcode, data):
        mask = os.urandom(4)
        length = len(data)
        size = bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + struct.pack(">H", length)
        self.sock.sendall(bytes([0x80 | opcode]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def control(self, **what):
        self.send(1, json.dumps(what).encode())

    def keys(self, text):
        self.send(2, text.encode())

    def frame(self):
        first, second = self.exactly(2)
        length = second & 127
        if length == 126:
            length = struct.unpack(">H", self.exactly(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.exactly(8))[0]
        return first & 15, self.exactly(length)

    def read(self, seconds):
        """Takes what comes within so many seconds, one frame at least if there is any."""
        if not select.select([self.sock], [], [], seconds)[0]:
            return False
        opcode, data = self.frame()
        if opcode == 8:
            raise Closed(struct.unpack(">H", data[:2])[0] if data else 1005, data[2:].decode())
        if opcode == 9:
            self.send(10, data)
        elif opcode == 1:
            self.heard(json.loads(data))
        elif opcode == 2:
            self.took(data)
        return True

    def heard(self, control):
        self.controls.append(control)
        if control["t"] in ("hello", "lag"):
            self.offset = self.acked = control["start"]
        self.live = self.live or control["t"] == "live"

    def took(self, data):
        self.seen += data
        self.offset += len(data)
        if self.offset - self.acked > 65536:
            self.acked = self.offset
            self.control(t="ack", offset=self.offset)
        if self.live:  # a replay is mute
            for question, answer in self.ANSWERS:
                for _ in range(data.count(question)):
                    self.send(2, answer)

    def settle(self, quiet=2.0, most=60):
        """Until nothing new has been drawn for a while: keys that come sooner are lost."""
        end = time.time() + most
        last = time.time()
        while time.time() < end and time.time() - last < quiet:
            before = len(self.seen)
            self.read(0.2)
            if len(self.seen) != before:
                last = time.time()

    def until(self, what, seconds):
        end = time.time() + seconds
        while time.time() < end:
            found = what()
            if found:
                return found
            self.read(0.3)
        return None

    def shown(self):
        """What was printed, without sequences and blanks."""
        text = self.seen.decode("utf-8", "replace")
        text = re.sub(r"\x1b[\]PX^_].*?(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|\x1b.", "", text, flags=re.S)
        return re.sub(r"\s+", "", text)

    def type(self, text, enter="\r"):
        for key in text:
            self.keys(key)
            self.read(0.02)
        self.settle(0.7, 5)
        self.keys(enter)

    def close(self):
        try:
            self.send(8, struct.pack(">H", 1000))
        finally:
            self.sock.close()

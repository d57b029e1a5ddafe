"""A terminal of svc, as a page opens it; for the proofs that run a server."""
import base64, os, re, socket, struct, threading

from proof import ADDRESS, SVC


def plain(written):
    """Without what moves the cursor."""
    return re.sub(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)", b" ", written).decode("utf-8", "replace")


def has(text, words):
    """Programs write words with jumps between them."""
    return words.replace(" ", "") in re.sub(r"\s+", "", text)


class Viewer:
    """One socket of a terminal, as a page opens it."""

    all = []

    def __init__(self, sid, query):
        self.socket = socket.create_connection(("127.0.0.1", SVC))
        self.text, self.code = b"", None
        Viewer.all.append(self)
        self.socket.sendall(("GET /ws/term/%s?%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: %s\r\nUpgrade: websocket\r\n"
                             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (
                                 sid, query, SVC, ADDRESS, base64.b64encode(os.urandom(16)).decode())).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        threading.Thread(target=self.read, daemon=True).start()

    def exactly(self, count):
        got = b""
        while len(got) < count:
            more = self.socket.recv(count - len(got))
            if not more:
                raise OSError
            got += more
        return got

    def read(self):
        try:
            while True:
                kind, length = self.exactly(2)
                if length == 126:
                    length = struct.unpack(">H", self.exactly(2))[0]
                elif length == 127:
                    length = struct.unpack(">Q", self.exactly(8))[0]
                data = self.exactly(length)
                if kind & 15 == 2 or kind & 15 == 0:
                    self.text += data
                elif kind & 15 == 8:
                    self.code = struct.unpack(">H", data[:2])[0]
                    return
        except OSError:
            self.code = self.code or 1006

    def type(self, keys):
        data, mask = keys.encode(), os.urandom(4)
        self.socket.sendall(bytes([0x82, 0x80 | len(data)]) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def plain(self):
        return plain(self.text)

    def shows(self, words):
        return has(self.plain(), words)

    def leave(self):
        Viewer.all.remove(self)
        self.socket.close()

#!/usr/bin/env python3
"""What svc costs and how soon it notices beside programs that run outside it: outside.py JAR OPTIONS FOLDER [PROGRAMS]

Stand-ins keep notes of themselves as Claude Code does, each in a pane of one tmux server.
"""
import base64, fcntl, json, os, pty, select, shutil, socket, struct, subprocess, sys, termios, time, urllib.request

JAR, OPTIONS, HOME = sys.argv[1], sys.argv[2], os.path.realpath(sys.argv[3])
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 50
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
PORT = 18764
ADDRESS = "http://127.0.0.1:%d" % PORT
TICKS = os.sysconf("SC_CLK_TCK")
PROGRAM = """#!/bin/sh
note() {
    printf '{"pid":%s,"procStart":"%s","sessionId":"%s","status":"%s","waitingFor":"%s"}' $$ "$start" "$1" "$2" "$3" >"NOTES/$$.part"
    mv "NOTES/$$.part" "NOTES/$$.json"
}
start=$(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20)
note "$1" idle ''
while read -r line; do
    case $line in ask) note "$1" waiting 'permission prompt' ;; *) note "$1" idle '' ;; esac
done
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(text)


def sid(i):
    return "%08x-0000-4000-8000-000000000000" % i


def tmux(*args):
    return subprocess.run(["tmux", "-f", "/dev/null", "-S", os.path.join(HOME, "tmux")] + list(args), env={
        "PATH": os.environ["PATH"], "HOME": HOME, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
        capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


def row(i):
    try:
        with urllib.request.urlopen(ADDRESS + "/api/sessions/engine_1:" + sid(i), timeout=20) as answer:
            return json.load(answer)
    except OSError:
        return {}


def until(condition):
    began = time.monotonic()
    while not condition():
        time.sleep(0.005)
    return time.monotonic() - began


def cpu(pid):
    with open("/proc/%d/stat" % pid) as fh:
        fields = fh.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def share(pid, seconds):
    before, began = cpu(pid), time.monotonic()
    time.sleep(seconds)
    return 100 * (cpu(pid) - before) / (time.monotonic() - began)


def start(i):
    tmux("new-window" if i else "new-session", "-d", *([] if i else ["-s", "main"]), os.path.join(HOME, "noter") + " " + sid(i))


class Pane:
    """Somebody's own window on the pane."""

    def __init__(self):
        pid, self.fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", HOME=HOME)
            os.execvp("tmux", ["tmux", "-f", "/dev/null", "-S", os.path.join(HOME, "tmux"), "attach", "-t", "main:0"])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 41, 120, 0, 0))

    def type(self, key):
        os.write(self.fd, key)

    def read(self, seconds):
        ready, _, _ = select.select([self.fd], [], [], seconds)
        return os.read(self.fd, 65536) if ready else b""


class Joined:
    """A terminal of svc on the same pane, by its socket."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", PORT))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(("GET /ws/term/engine_1:%s?join=1&cols=120&rows=41 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: %s\r\n"
                             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (
                                 sid(0), PORT, ADDRESS, base64.b64encode(os.urandom(16)).decode())).encode())

    def type(self, key):
        self.socket.sendall(bytes([0x82, 0x80 | len(key), 0, 0, 0, 0]) + key)

    def read(self, seconds):
        ready, _, _ = select.select([self.socket], [], [], seconds)
        return self.socket.recv(65536) if ready else b""


def echoes(terminal, count=200):
    while terminal.read(1.5):
        pass
    times = []
    for i in range(count):
        key = bytes([97 + i % 26])
        began = time.monotonic()
        terminal.type(key)
        while key not in terminal.read(1):
            pass
        times.append(1000 * (time.monotonic() - began))
        time.sleep(0.02)
        if i % 50 == 49:
            terminal.type(b"\x15")  # an empty line again
            while terminal.read(0.3):
                pass
    times.sort()
    return "median %.2f ms, 95 of 100 within %.2f ms" % (times[count // 2], times[count * 95 // 100])


def main():
    write(os.path.join(HOME, "noter"), PROGRAM.replace("NOTES", os.path.join(HOME, ".claude", "sessions")))
    os.chmod(os.path.join(HOME, "noter"), 0o755)
    os.makedirs(os.path.join(HOME, ".claude", "sessions"))
    write(os.path.join(HOME, "page", "index.html"), "<!doctype html><title>svc</title>")
    for i in range(COUNT + 10):
        write(os.path.join(HOME, ".claude", "projects", "-work", sid(i) + ".jsonl"), json.dumps({
            "type": "user", "uuid": "u%d" % i, "sessionId": sid(i), "cwd": HOME, "timestamp": "2026-11-21T10:00:00Z",
            "message": {"role": "user", "content": "hello %d" % i}}) + "\n")
    service = subprocess.Popen([JAVA, "@" + OPTIONS, "-jar", JAR, "serve"], cwd=HOME, stdout=subprocess.DEVNULL, env={
        "PATH": os.environ["PATH"], "HOME": HOME, "SVC_HOME": os.path.join(HOME, "svc"), "SVC_PORT": str(PORT),
        "SVC_AUTH_MODE": "none", "SVC_WEB_DIST": os.path.join(HOME, "page"), "LANG": "C.UTF-8"})
    try:
        until(lambda: row(0))
        time.sleep(60)  # the index and the vault have read what there is
        nobody = [share(service.pid, 30) for _ in range(3)]
        for i in range(COUNT):
            start(i)
        until(lambda: all(row(i).get("live") == "elsewhere" for i in range(COUNT)))
        time.sleep(30)
        many = [share(service.pid, 30) for _ in range(3)]
        print("idle, percent of a core, three times 30 s: without programs %s; beside %d: %s" % (
            [round(it, 2) for it in nobody], COUNT, [round(it, 2) for it in many]))
        seen, told = [], []
        pane, joined = Pane(), Joined()
        for _ in range(3):
            print("echo in the pane itself: %s; joined: %s" % (echoes(pane), echoes(joined)))
        for i in range(COUNT, COUNT + 10):
            start(i)
            seen.append(until(lambda: row(i).get("live") == "elsewhere"))
        for i in range(1, 11):  # the first one is joined: its terminal says what it does
            tmux("send-keys", "-t", "main:%d" % i, "ask", "Enter")
            told.append(until(lambda: row(i).get("status") == "waiting"))
        print("from the start to the row: median %.2f s, most %.2f s" % (sorted(seen)[5], max(seen)))
        print("from a question to the row: median %.2f s, most %.2f s" % (sorted(told)[5], max(told)))
    finally:
        tmux("kill-server")
        service.kill()
        service.wait()
        shutil.rmtree(HOME, ignore_errors=True)


main()

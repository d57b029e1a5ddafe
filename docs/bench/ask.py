#!/usr/bin/env python3
"""From a dialog on the screen to the question on another device, and from a tap there to the program: ask.py JAR OPTIONS FOLDER [ROUNDS] [screen|hook]

The program stands in for Claude Code: it draws that one's dialog and takes the digit of an option, or calls the hook that
svc gave it and takes its answer. The device is a client of the event stream. All clocks are one, because all is on this host.
"""
import base64, http.client, json, os, shutil, socket, subprocess, sys, threading, time

JAR, OPTIONS, HOME = sys.argv[1], sys.argv[2], os.path.realpath(sys.argv[3])
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 200
BY_HOOK = len(sys.argv) > 5 and sys.argv[5] == "hook"
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
PORT = 18765
ADDRESS = "http://127.0.0.1:%d" % PORT
SID = "00000000-0000-4000-8000-000000000000"
PROGRAM = '''#!/usr/bin/env python3
import http.client, json, os, select, sys, termios, threading, time, tty, urllib.parse
if "--version" in sys.argv:
    print("2.1.330 (Claude Code)")
    sys.exit(0)
tty.setraw(0)
with open("HOME/pid", "w") as pid:
    pid.write(str(os.getpid()))
rule = "─" * 70
asked = 0

def draw():
    lines = ["ready", "", rule]
    if asked:
        lines += [" Bash command", "", "   ./ledger migrate --to %d" % asked, "", " Do you want to proceed?", " ❯ 1. Yes", "   2. No", "", " Esc to cancel"]
    else:
        lines += ["❯ ", rule, "  ? for shortcuts"]
    os.write(1, ("\\x1b[2J\\x1b[H" + "\\r\\n".join(lines)).encode())

def note(what):
    with open("HOME/said", "a") as said:
        said.write("%s %d %d\\n" % (what, asked, time.monotonic_ns()))

def call(url, number, decided):
    body = {"session_id": session, "cwd": os.getcwd(), "permission_mode": "default", "hook_event_name": "PermissionRequest",
            "tool_name": "Bash", "tool_input": {"command": "./ledger migrate --to %d" % number}, "permission_suggestions": []}
    line = http.client.HTTPConnection(url.netloc, timeout=60)
    line.request("POST", url.path, json.dumps(body), {"Content-Type": "application/json"})
    answer = json.loads(line.getresponse().read())
    if answer.get("hookSpecificOutput", {}).get("decision", {}).get("behavior") == "allow":
        os.write(decided, b"1")

hook = None
if "--settings" in sys.argv:
    with open(sys.argv[sys.argv.index("--settings") + 1]) as settings:
        hook = urllib.parse.urlsplit(json.load(settings)["hooks"]["PermissionRequest"][0]["hooks"][0]["url"])
    session = sys.argv[sys.argv.index("--resume") + 1]
answered, decided = os.pipe()
note("began")
draw()
wish = os.open("HOME/wish", os.O_RDWR)
while True:
    for fd in select.select([0, wish, answered], [], [])[0]:
        got = os.read(fd, 4096)
        if fd == wish:
            asked = int(got)
            note("drawn")
            draw()
            if hook:
                threading.Thread(target=call, args=(hook, asked, decided), daemon=True).start()
        elif asked and b"1" in got:
            note("key")
            asked = 0
            draw()
'''


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(text)


cookies = []


def call(method, path, body=None, token=""):
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    try:
        line.request(method, path, None if body is None else json.dumps(body), {
            "Content-Type": "application/json", "Origin": ADDRESS, "X-CSRF-Token": token, "Cookie": "; ".join(cookies)})
        answer = line.getresponse()
        if not cookies:
            cookies.extend(it.split(";")[0] for it in answer.headers.get_all("Set-Cookie") or [])
        return answer.status, json.loads(answer.read() or b"null")
    except OSError:
        return 0, None
    finally:
        line.close()


def until(condition):
    while not condition():
        time.sleep(0.002)


def said(what, number):
    try:
        with open(os.path.join(HOME, "said")) as fh:
            for line in fh:
                word, asked, at = line.split()
                if word == what and int(asked) == number:
                    return int(at)
    except FileNotFoundError:
        pass
    return 0


class Device(threading.Thread):
    """Hears the stream of events, and notes when a question came."""

    def __init__(self):
        super().__init__(daemon=True)
        self.heard = {}
        self.socket = socket.create_connection(("127.0.0.1", PORT))
        self.socket.sendall(("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n" % PORT).encode())
        self.start()

    def run(self):
        kind, rest = "", b""
        while True:
            got = self.socket.recv(65536)
            at = time.monotonic_ns()
            if not got:
                return
            *lines, rest = (rest + got).split(b"\n")
            for line in lines:
                if line.startswith(b"event:"):
                    kind = line[6:].strip().decode()
                elif line.startswith(b"data:") and kind == "question":
                    question = json.loads(line[5:])
                    self.heard.setdefault(question["id"], (at, question))


def terminal():
    line = socket.create_connection(("127.0.0.1", PORT))
    line.sendall(("GET /ws/term/engine_1:%s?cols=120&rows=40 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: %s\r\nUpgrade: websocket\r\n"
                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n" % (
                      SID, PORT, ADDRESS, base64.b64encode(os.urandom(16)).decode())).encode())

    def drain():
        try:
            while line.recv(65536):
                pass
        except OSError:
            pass  # closed at the end
    threading.Thread(target=drain, daemon=True).start()
    return line


def figures(times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] / 1e6
    return "median %.0f ms, 95 of 100 within %.0f ms, most %.0f ms" % (at(0.5), at(0.95), times[-1] / 1e6)


def main():
    # Its version is told from where it lies; one that says none is read by its screen.
    program = os.path.join(HOME, "versions/2.1.330" if BY_HOOK else "claude")
    write(program, PROGRAM.replace("HOME", HOME))
    os.chmod(program, 0o755)
    os.mkfifo(os.path.join(HOME, "wish"))
    write(os.path.join(HOME, "page", "index.html"), "<!doctype html><title>svc</title>")
    write(os.path.join(HOME, ".claude", "projects", "-work", SID + ".jsonl"), json.dumps({
        "type": "user", "uuid": "u", "sessionId": SID, "cwd": HOME, "timestamp": "2026-11-21T10:00:00Z",
        "message": {"role": "user", "content": "hello"}}) + "\n")
    service = subprocess.Popen([JAVA, "@" + OPTIONS, "-jar", JAR, "serve"], cwd=HOME, stdout=subprocess.DEVNULL, env={
        "PATH": os.environ["PATH"], "HOME": HOME, "SVC_HOME": os.path.join(HOME, "svc"), "SVC_PORT": str(PORT),
        "SVC_AUTH_MODE": "none", "SVC_WEB_DIST": os.path.join(HOME, "page"), "SVC_ENGINE1_BIN": program, "LANG": "C.UTF-8"})
    try:
        until(lambda: call("GET", "/api/sessions/engine_1:" + SID)[0] == 200)
        token = call("GET", "/api/config")[1].get("csrf_token") or ""
        line, device = terminal(), Device()
        until(lambda: said("began", 0))
        time.sleep(5)
        wish = os.open(os.path.join(HOME, "wish"), os.O_WRONLY)
        shown, taken = [], []
        for number in range(1, ROUNDS + 1):
            before = len(device.heard)
            os.write(wish, b"%d" % number)
            until(lambda: len(device.heard) > before)
            at, question = list(device.heard.values())[-1]
            shown.append(at - said("drawn", number))
            time.sleep(0.3)
            tapped = time.monotonic_ns()
            if question["channel"] != ("hook" if BY_HOOK else "screen"):
                sys.exit("it was asked by " + question["channel"])
            status, answer = call("POST", "/api/questions/%s/answer" % question["id"], {
                "choice": "allow" if BY_HOOK else "1", "digest": question["digest"]}, token)
            if status not in (200, 202):
                sys.exit("the answer was refused: %d %s" % (status, answer))
            until(lambda: said("key", number))
            taken.append(said("key", number) - tapped)
            until(lambda: not call("GET", "/api/questions")[1]["questions"])
            time.sleep(0.1 + (number % 7) / 30)
        print("%d rounds, by the %s" % (ROUNDS, "hook" if BY_HOOK else "screen"))
        print("from the dialog to the question on another device: " + figures(shown))
        print("from the tap to the program: " + figures(taken))
        line.close()
    finally:
        service.terminate()
        service.wait()
        with open(os.path.join(HOME, "pid")) as pid:
            os.kill(int(pid.read()), 15)
        shutil.rmtree(HOME, ignore_errors=True)


main()

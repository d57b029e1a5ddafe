#!/usr/bin/env python3
"""The part of join.sh that runs without a network: joins real programs that somebody started outside svc."""
import base64, glob, json, os, re, shutil, socket, struct, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request

ROOT, MODULES = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.realpath(tempfile.mkdtemp(prefix="svc-proof-join-", dir="/var/tmp"))
SHOP = os.path.join(HOME, "code", "shop")
KEY = "dummy-key-of-the-proof"
PROMPT = "Make the file of the proof"
MODEL, SVC = 18080, 18083
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
BASE = {"HOME": HOME, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", "SHELL": "/bin/sh"}
CLAUDE = (glob.glob(os.path.join(MODULES, "@anthropic-ai", "claude-code-linux-*", "claude")) + [""])[0]
CODEX = (glob.glob(os.path.join(MODULES, "@openai", "codex-linux-*", "vendor", "*", "bin", "codex")) + [""])[0]
PROGRAM = dict(BASE, ANTHROPIC_BASE_URL="http://127.0.0.1:%d" % MODEL, ANTHROPIC_API_KEY=KEY, DISABLE_AUTOUPDATER="1",
               CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1", DISABLE_TELEMETRY="1", DISABLE_ERROR_REPORTING="1",
               FAKE_KEY=KEY)
SVC_ENV = dict(PROGRAM, SVC_HOME=os.path.join(HOME, "svc"), SVC_PORT=str(SVC), SVC_AUTH_MODE="none",
               SVC_WEB_DIST=os.path.join(HOME, "page"), SVC_ENGINE1_BIN=CLAUDE, SVC_ENGINE2_BIN=CODEX,
               SVC_PASS_ENV="FAKE_KEY")
ADDRESS = "http://127.0.0.1:%d" % SVC
failures = []


def check(what, ok, detail=""):
    print("%-7s %s%s" % ("ok" if ok else "DIFFERS", what, "" if ok else ": " + str(detail)[-1500:]), flush=True)
    if not ok:
        failures.append(what)
    return ok


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(value if isinstance(value, str) else json.dumps(value))


def wait_until(what, condition, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    check(what, False, "gave up waiting; rows: %s" % json.dumps(rows()))
    raise TimeoutError(what)


def call(path, body=None):
    headers = {"Origin": ADDRESS}
    if body is not None:
        with urllib.request.urlopen(ADDRESS + "/api/config", timeout=20) as answer:
            headers["Cookie"] = answer.headers.get("Set-Cookie", "").split(";")[0]
            headers["X-CSRF-Token"] = json.load(answer)["csrf_token"]
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(ADDRESS + path, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()
    except OSError:
        return 0, {}


def rows():
    return call("/api/sessions?live=1")[1].get("sessions", [])


def outside(**wanted):
    """The one row that runs outside and is like that."""
    for row in rows():
        elsewhere = row.get("elsewhere") or {}
        if row["live"] == "elsewhere" and all(dict(elsewhere, status=row["status"]).get(k) == v for k, v in wanted.items()):
            return row
    return None


class Viewer:
    """One socket of a terminal, as a page opens it."""

    def __init__(self, sid, query):
        self.socket = socket.create_connection(("127.0.0.1", SVC))
        self.text, self.code = b"", None
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

    def shows(self, words):
        """Without what moves the cursor: programs write words with jumps between them."""
        plain = re.sub(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)", b" ", self.text)
        return words.replace(" ", "") in re.sub(r"\s+", "", plain.decode("utf-8", "replace"))

    def leave(self):
        self.socket.close()


def tmux(*args):
    env = {k: v for k, v in PROGRAM.items() if k != "TMUX"}
    done = subprocess.run(["tmux", "-f", "/dev/null", "-S", os.path.join(HOME, "tmux")] + list(args), env=env, cwd=SHOP,
                          capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.stdout.strip() + done.stderr.strip()


def looked_at():
    """Somebody's own window of 120 by 40."""
    client = subprocess.Popen(["script", "-qec", "stty rows 41 cols 120; exec tmux -f /dev/null -S %s attach -t main" %
                               os.path.join(HOME, "tmux"), "/dev/null"], env=PROGRAM, stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL)
    wait_until("somebody looks", lambda: tmux("list-clients", "-F", "#{client_width}") == "120")
    return client


def size():
    return tmux("display-message", "-p", "-t", "main", "#{window_width}x#{window_height}")


def type_there(keys):
    tmux("send-keys", "-t", "main", "-l", keys)
    time.sleep(0.5)  # programs take a return right behind a text as a part of it
    tmux("send-keys", "-t", "main", "Enter")


def second_is_refused(name, sid):
    for query in ("cols=80&rows=24", "cols=80&rows=24&takeover=1"):
        viewer = Viewer(sid, query)
        wait_until(name + ": a second program is refused", lambda v=viewer: v.code)
        check(name + ": a second program is refused (%s)" % (query[15:] or "plain"), viewer.code == 4409, viewer.code)


def leave(name, sid, viewers, pid):
    for viewer in viewers:
        viewer.leave()
    code, _ = call("/api/sessions/%s/end" % sid, {"force": True})
    check(name + ": left", code == 200, code)
    wait_until(name + ": outside again", lambda: outside())
    check(name + ": it runs on", os.path.exists("/proc/%d" % pid))


def in_tmux(name, command, prompt, dialog, answer, ready, room):
    tmux("new-session", "-d", "-s", "main", "-x", "120", "-y", "40", *command)
    client = looked_at()
    pid = int(tmux("display-message", "-p", "-t", "main", "#{pane_pid}"))
    wait_until(name + ": is at its prompt", lambda: ready in tmux("capture-pane", "-p", "-t", "main"))
    type_there(prompt)
    row = wait_until(name + ": is seen in its pane", lambda: outside(where="tmux", place="main:0.0"))
    sid = row["id"]
    check(name + ": is seen in its pane", row["elsewhere"]["join"] and row["elsewhere"]["sure"], row["elsewhere"])
    wait_until(name + ": asks", lambda: dialog in tmux("capture-pane", "-p", "-t", "main"))
    began = time.time()
    if name == "Claude Code":
        wait_until(name + ": waits", lambda: outside(status="waiting"))
        print("        waiting after %.2f s: %s" % (time.time() - began, outside()["question"]))
    second_is_refused(name, sid)
    before = size()
    viewers = []
    for number in (1, 2):  # the first one types
        viewers.append(Viewer(sid, "join=1&%s&viewer=v%d" % (room, number)))
        wait_until(name + ": both viewers see the dialog", lambda v=viewers[-1]: v.shows(dialog))
    check(name + ": both viewers see the dialog", True)
    viewers[0].type(answer)
    wait_until(name + ": answered from here", lambda: dialog not in tmux("capture-pane", "-p", "-t", "main"))
    check(name + ": answered from here", True)
    check(name + ": the window keeps its size", size() == before == "120x40", (before, size()))
    leave(name, sid, viewers, pid)
    wait_until(name + ": no view is left over", lambda: tmux("list-sessions", "-F", "#{session_name}") == "main")
    check(name + ": the window has its size after", size() == "120x40", size())
    code, told = call("/api/sessions/%s/bring-here" % sid, {"confirm": True})
    check(name + ": brought here", code == 200, told)
    wait_until(name + ": it has ended there", lambda: not os.path.exists("/proc/%d" % pid))
    check(name + ": it has ended there", True)
    viewer = Viewer(sid, "cols=100&rows=30")
    wait_until(name + ": goes on here", lambda: viewer.shows(prompt))
    check(name + ": goes on here with what was said", True)
    row = call("/api/sessions/" + sid)[1]
    check(name + ": it runs under svc", row["live"] is True and row["elsewhere"] is None, (row["live"], row["elsewhere"]))
    call("/api/sessions/%s/end" % sid, {"force": True})
    viewer.leave()
    tmux("kill-server")
    client.kill()
    client.wait()
    wait_until(name + ": nothing is left", lambda: not rows())


def claude_in_background():
    name = "Claude Code --bg"
    done = subprocess.run([CLAUDE, "--bg", "--permission-mode", "manual", PROMPT], env=PROGRAM, cwd=SHOP,
                          capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    row = wait_until(name + ": is seen", lambda: outside(where="background"))
    check(name + ": is seen", row["elsewhere"]["join"], (row, done.stdout, done.stderr))
    wait_until(name + ": waits", lambda: outside(where="background", status="waiting"))
    print("        asks: %s" % outside()["question"])
    sid = row["id"]
    second_is_refused(name, sid)
    viewer = Viewer(sid, "join=1&cols=100&rows=30")
    wait_until(name + ": the dialog is seen here", lambda: viewer.shows("Do you want to proceed"))
    viewer.type("1")
    wait_until(name + ": answered from here", lambda: call("/api/sessions/" + sid)[1]["status"] in ("idle", "working"))
    check(name + ": answered from here", True)
    viewer.leave()
    call("/api/sessions/%s/end" % sid, {"force": True})
    wait_until(name + ": runs on in the background", lambda: outside(where="background"))
    check(name + ": runs on in the background", True)
    code, told = call("/api/sessions/%s/bring-here" % sid, {"confirm": True})
    check(name + ": is not ended from here", code == 409, (code, told))
    subprocess.run([CLAUDE, "stop", sid.split(":")[1][:8]], env=PROGRAM, cwd=SHOP, capture_output=True, timeout=60)
    wait_until(name + ": nothing is left", lambda: not rows())


def codex_daemon():
    name = "Codex with its server"
    tmux("new-session", "-d", "-s", "main", "-x", "120", "-y", "40", CODEX)
    client = looked_at()
    wait_until(name + ": is at its prompt", lambda: "gpt-5.1-codex" in tmux("capture-pane", "-p", "-t", "main"))
    type_there("Say hello to the team")
    wait_until(name + ": has answered", lambda: "Hello from the fake" in tmux("capture-pane", "-p", "-t", "main"))
    row = wait_until(name + ": is seen at the server", lambda: outside(where="daemon"))
    check(name + ": is seen at the server", row["elsewhere"]["join"] and row["elsewhere"]["sure"], row["elsewhere"])
    sid = row["id"]
    viewer = Viewer(sid, "join=1&cols=100&rows=30")
    wait_until(name + ": is joined", lambda: viewer.shows("Hello from the fake model"))
    check(name + ": is joined through the server", True)
    viewer.leave()
    call("/api/sessions/%s/end" % sid, {"force": True})
    wait_until(name + ": runs on", lambda: outside(where="daemon"))
    check(name + ": runs on", True)
    code, told = call("/api/sessions/%s/bring-here" % sid, {"confirm": True})
    check(name + ": is not ended from here", code == 409, (code, told))
    tmux("kill-server")
    client.kill()
    client.wait()
    subprocess.run([CODEX, "app-server", "daemon", "stop"], env=PROGRAM, cwd=SHOP, capture_output=True, timeout=60)
    wait_until(name + ": nothing is left", lambda: not rows())


def main():
    os.makedirs(SHOP)
    write(os.path.join(HOME, "page", "index.html"), "<!doctype html><title>svc</title>")
    with open(os.path.join(HERE, "model", "scenario.json"), encoding="utf-8") as fh:
        scenario = json.load(fh)
    command = "touch made.txt; echo ran"  # nothing that a program allows by itself
    asks = {"sandbox_permissions": "require_escalated", "justification": "May I run this?"}
    scenario["rules"].insert(0, {"match": PROMPT, "steps": [{"text": "I make the file.", "tools": [{"one_of": [
        {"name": "Bash", "input": {"command": command, "description": "Make the file"}},
        {"name": "exec_command", "input": dict(asks, cmd=command)},
        {"name": "shell_command", "input": dict(asks, command=command)}]}]}, {"text": "It is made."}]})
    write(os.path.join(HOME, "scenario.json"), scenario)
    write(os.path.join(HOME, ".claude.json"), {
        "hasCompletedOnboarding": True, "projects": {SHOP: {"hasTrustDialogAccepted": True, "allowedTools": []}},
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}})
    write(os.path.join(HOME, ".codex", "config.toml"), """model = "gpt-5.1-codex"
model_provider = "fake"
approval_policy = "on-request"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.fake]
name = "Fake"
base_url = "http://127.0.0.1:%d/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
[projects."%s"]
trust_level = "trusted"
""" % (MODEL, SHOP))
    started = [subprocess.Popen(command, env=env, cwd=HOME, stdout=subprocess.DEVNULL) for command, env in (
        ([sys.executable, os.path.join(HERE, "model", "server.py"), "--port", str(MODEL),
          "--scenario", os.path.join(HOME, "scenario.json")], BASE),
        ([JAVA, "@" + os.path.join(ROOT, "server", "jvm.options"), "-jar",
          os.path.join(ROOT, "server", "target", "svc.jar"), "serve"], SVC_ENV))]
    try:
        wait_until("svc answers", lambda: call("/api/version")[0] == 200)
        for step in (
                lambda: in_tmux("Claude Code", [CLAUDE, "--permission-mode", "manual"], PROMPT, "Do you want to proceed", "1", "❯",
                                "cols=80&rows=24"),
                claude_in_background,
                lambda: in_tmux("Codex", [CODEX, "--no-daemon"], PROMPT, "Would you like to run", "y",
                                "gpt-5.1-codex", "cols=130&rows=50"),
                codex_daemon):
            try:
                step()
            except TimeoutError:
                print(tmux("capture-pane", "-p", "-t", "main"))
                tmux("kill-server")
    finally:
        tmux("kill-server")
        for process in started:
            process.kill()
            process.wait()
        for pid in [p for p in os.listdir("/proc") if p.isdigit()]:
            try:
                with open("/proc/%s/environ" % pid, "rb") as fh:
                    if ("HOME=" + HOME).encode() in fh.read().split(b"\0"):
                        os.kill(int(pid), 9)
            except OSError:
                pass
        shutil.rmtree(HOME, ignore_errors=True)
    print("%d differences" % len(failures))
    sys.exit(1 if failures else 0)


main()

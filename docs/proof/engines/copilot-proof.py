#!/usr/bin/env python3
"""The part of copilot.sh that runs without a network: makes sessions with the real program, then compares two lists."""
import fcntl, glob, json, os, pty, select, shutil, signal, sqlite3, struct, subprocess, sys, tempfile, termios, time

import shape

ROOT, MODULES = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
PORT = 8793
HOME = os.path.realpath(tempfile.mkdtemp(prefix="svc-proof-copilot-"))
SHOP, LAB = os.path.join(HOME, "code", "shop"), os.path.join(HOME, "code", "käse: lab's")
STORE = os.path.join(HOME, ".copilot")
PROGRAM = (glob.glob(os.path.join(MODULES, "@github", "copilot-linux*", "copilot")) + [""])[0]
ENV = {"HOME": HOME, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor",
       "COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": "http://127.0.0.1:%d/v1" % PORT,
       "COPILOT_PROVIDER_API_KEY": "none", "COPILOT_MODEL": "lab-model", "COPILOT_AUTO_UPDATE": "false",
       "COPILOT_ALLOW_ALL": "true"}
RULES = [
    {"match": "List the files", "steps": [
        {"text": "Looking.", "tools": [{"name": "bash", "args": {"command": "ls", "description": "list"}}]},
        {"text": "There is a README."}]},
    {"match": "Fail please", "steps": [{"status": 400, "message": "scripted failure"}] * 9},
    {"match": "Count slowly", "steps": [{"text": "one two three four five six seven", "delay": 5}]},
]
NAMES = ["- a dash: and # more", "it's \"quoted\"", "12345", "null", "Several\n\n- lines\n- of it", "größer 🌍 & *mehr*"]
failures = []


def check(what, ok, detail=""):
    print("%-7s %s%s" % ("ok" if ok else "DIFFERS", what, "" if ok else ": " + str(detail)), flush=True)
    if not ok:
        failures.append(what)


def wait_until(what, seconds, condition):
    end = time.time() + seconds
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.2)
    sys.exit("gave up waiting until " + what)


def session_id(number):
    return "0b5e8c1e-6f9d-4b7f-9d8c-%012d" % number


def prompt(cwd, number, text, *args):
    subprocess.run([PROGRAM, "--session-id", session_id(number), *args, "--prompt=" + text], cwd=cwd, env=ENV,
                   capture_output=True, timeout=180, stdin=subprocess.DEVNULL)
    return session_id(number)


def log(session):
    path = os.path.join(STORE, "session-state", session, "events.jsonl")
    return open(path, encoding="utf-8").read() if os.path.exists(path) else ""


class Terminal:
    """The program as a person sees it."""

    def __init__(self, cwd, *args):
        self.seen = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            os.execve(PROGRAM, [PROGRAM, *args], ENV)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def read(self):
        while select.select([self.fd], [], [], 0.1)[0]:
            try:
                part = os.read(self.fd, 65536)
            except OSError:
                break
            if not part:
                break
            self.seen += part.decode("utf-8", "replace")
        return self.seen

    def type(self, text):
        os.write(self.fd, text.encode())
        end = time.time() + 1
        while time.time() < end:
            self.read()
        os.write(self.fd, b"\r")

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def by_hand(number):
    """Two turns, of which the second is taken back, and another one. Its lock says whose it is."""
    session = session_id(number)
    terminal = Terminal(SHOP, "--session-id", session, "--interactive=--first of all")

    def turns(count):
        return log(session).count('"assistant.turn_end"') == count

    try:
        wait_until("the first prompt was answered", 180, lambda: terminal.read() and turns(1))
        lock = os.path.join(STORE, "session-state", session, "inuse.%d.lock" % terminal.pid)
        check("a process locks the session that it has open", os.path.exists(lock), os.listdir(os.path.dirname(lock)))
        time.sleep(2)
        terminal.type("Something to be taken back")
        wait_until("the second prompt was answered", 120, lambda: terminal.read() and turns(2))
        before = len(log(session))
        time.sleep(2)
        terminal.type("/rewind")
        wait_until("it asks how far", 60, lambda: "Rewind to a previous point" in terminal.read())
        time.sleep(1)
        os.write(terminal.fd, b"\r")
        wait_until("it asks what of", 60, lambda: "Files left untouched" in terminal.read())
        time.sleep(1)
        os.write(terminal.fd, b"\r")
        wait_until("the log was rewritten", 60, lambda: terminal.read() and "taken back" not in log(session))
        check("what is taken back is taken out of the log", len(log(session)) < before, (len(log(session)), before))
        time.sleep(2)
        os.write(terminal.fd, b"\x15")
        terminal.type("Another thing")
        wait_until("the last prompt was answered", 120, lambda: terminal.read() and turns(2))
        time.sleep(1)
        terminal.type("/exit")
        time.sleep(3)
        terminal.read()
    finally:
        terminal.close()
    return session


def killed(number):
    running = subprocess.Popen([PROGRAM, "--session-id", session_id(number), "--prompt=Count slowly"], cwd=SHOP, env=ENV,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until("the model was asked", 120, lambda: '"assistant.turn_start"' in log(session_id(number)))
    running.send_signal(signal.SIGKILL)
    running.wait()
    return session_id(number)


def make_sessions():
    """-> what is known of each session because it was made here: id -> (folder, first message, messages)."""
    known = {}
    plain = prompt(SHOP, 1, "Say hello to the shop")
    prompt(LAB, 1, "And again")
    known[plain] = (SHOP, "Say hello to the shop", 4)
    known[prompt(SHOP, 2, "List the files", "--allow-all")] = (SHOP, "List the files", 3)
    for number, name in enumerate(NAMES):
        known[prompt(LAB, 10 + number, name)] = (LAB, name, 2)
    known[prompt(SHOP, 3, "Fail please")] = (SHOP, "Fail please", 1)
    known[killed(4)] = (SHOP, "Count slowly", 1)
    known[by_hand(5)] = (SHOP, "--first of all", 4)
    return known


def svc():
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
    path = ":".join(os.path.join(ROOT, "server", "target", p) for p in ("svc.jar", "lib/*"))
    return json.loads(subprocess.run([java, "-cp", path, os.path.join(HERE, "ListRows.java"), "copilot", HOME],
                                     check=True, capture_output=True, text=True).stdout)


def state():
    """Name, size and time of every file of the sessions."""
    return {(path, name, os.stat(os.path.join(path, name)).st_size, os.stat(os.path.join(path, name)).st_mtime_ns)
            for path, _, names in os.walk(os.path.join(STORE, "session-state")) for name in names}


def compare(known):
    with sqlite3.connect("file:%s?mode=ro" % os.path.join(STORE, "session-store.db"), uri=True) as index:
        theirs = dict(index.execute("SELECT id, cwd FROM sessions"))
    ours = svc()
    unreadable = ours.pop("unreadable")
    check("every record is understood", not unreadable, unreadable)
    check("svc lists what the program knows (%d sessions)" % len(theirs), set(ours) == set(theirs), set(ours) ^ set(theirs))
    check("as many as were made", set(known) == set(theirs), set(known) ^ set(theirs))
    for session, (folder, first, messages) in sorted(known.items()):
        our = ours.get(session, {})
        check("%s cwd" % session, our.get("cwd") == folder == theirs.get(session), (our.get("cwd"), theirs.get(session)))
        check("%s first message" % session, our.get("first") == first, (our.get("first"), first))
        check("%s title" % session, our.get("title") == " ".join(first.split()), our.get("title"))
        check("%s messages" % session, our.get("messages") == messages, (our.get("messages"), messages))
        check("%s model" % session, our.get("model") == "lab-model", our.get("model"))


def main():
    for folder in (SHOP, LAB):
        os.makedirs(folder)
    with open(os.path.join(SHOP, "README"), "w") as fh:
        fh.write("A shop.\n")
    rules = os.path.join(HOME, "rules.json")
    with open(rules, "w") as fh:
        json.dump(RULES, fh)
    model = subprocess.Popen([sys.executable, os.path.join(HERE, "kimi-model.py"), "--port", str(PORT), "--rules", rules],
                             stdout=subprocess.PIPE, text=True)
    try:
        model.stdout.readline()
        version = subprocess.run([PROGRAM, "--version"], env=ENV, capture_output=True, text=True, cwd=SHOP)
        print("copilot " + version.stdout.splitlines()[0], flush=True)
        known = make_sessions()
        before = state()
        compare(known)
        check("reading changes nothing in the store", state() == before, state() ^ before)
    finally:
        model.kill()
        model.wait()
        shape.note(HOME, "copilot")
        shutil.rmtree(HOME, ignore_errors=True)
    print("%d failures" % len(failures))
    sys.exit(1 if failures else 0)


main()

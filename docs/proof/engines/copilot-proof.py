#!/usr/bin/env python3
"""The part of copilot.sh that runs without a network: makes sessions with the real program, then compares two lists."""
import glob, os, signal, sqlite3, subprocess, sys, tempfile, time

import lists
from lists import check, wait_until, write

MODULES = sys.argv[2]
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


def session_id(number):
    return "0b5e8c1e-6f9d-4b7f-9d8c-%012d" % number


def prompt(cwd, number, text, *args):
    lists.run([PROGRAM, "--session-id", session_id(number), *args, "--prompt=" + text], ENV, cwd)
    return session_id(number)


def log(session):
    path = os.path.join(STORE, "session-state", session, "events.jsonl")
    return open(path, encoding="utf-8").read() if os.path.exists(path) else ""


class Terminal(lists.Terminal):
    def type(self, text):
        os.write(self.fd, text.encode())
        self.settle(1)
        os.write(self.fd, b"\r")


def by_hand(number):
    """Two turns, of which the second is taken back, and another one. Its lock says whose it is."""
    session = session_id(number)
    terminal = Terminal([PROGRAM, "--session-id", session, "--interactive=--first of all"], ENV, SHOP)

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


def compare(known):
    with sqlite3.connect("file:%s?mode=ro" % os.path.join(STORE, "session-store.db"), uri=True) as index:
        theirs = dict(index.execute("SELECT id, cwd FROM sessions"))
    ours = lists.rows("copilot", HOME)
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


def state():
    return lists.state(os.path.join(STORE, "session-state"))


def body():
    print("copilot " + lists.run([PROGRAM, "--version"], ENV, SHOP).stdout.splitlines()[0], flush=True)
    known = make_sessions()
    before = state()
    compare(known)
    check("reading changes nothing in the store", state() == before, state() ^ before)


os.makedirs(LAB)
write(os.path.join(SHOP, "README"), "A shop.\n")
lists.prove(HOME, PORT, RULES, body, "copilot")

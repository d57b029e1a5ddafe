#!/usr/bin/env python3
"""The part of grok.sh that runs without a network: makes sessions with the real Grok, then compares two lists."""
import os, re, signal, subprocess, sys, tempfile, uuid

import lists
from lists import check, wait_until, write

MODULES = sys.argv[2]
PORT = 8793
HOME = tempfile.mkdtemp(prefix="svc-proof-grok-")
CODE = os.path.join(HOME, "code")
SHOP, LAB = os.path.join(CODE, "shop"), os.path.join(CODE, "käse (lab)")
ENV = {"HOME": HOME, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color",
       "GROK_DISABLE_AUTOUPDATER": "1", "GROK_TELEMETRY_ENABLED": "false"}
GROK = os.path.join(MODULES, ".bin", "grok")
SESSIONS = os.path.join(HOME, ".grok", "sessions")
RULES = [
    {"match": "Count the files", "steps": [
        {"text": "Looking.", "tools": [{"name": "run_terminal_command", "args": {"command": "ls | wc -l", "description": "count"}}]},
        {"text": "There is one."}]},
    {"match": "Ask a helper", "steps": [
        {"text": "A helper looks.", "tools": [{"name": "spawn_subagent", "args": {
            "prompt": "Look for typos in README.", "description": "Find typos", "background": False}}]},
        {"text": "The helper found none."}]},
    {"match": "Look for typos", "steps": [{"text": "No typos."}]},
    {"match": "Fail please", "steps": [{"status": 400, "message": "scripted failure"}] * 9},
    {"match": "Count slowly", "steps": [{"text": "one two three four five six seven", "delay": 3}]},
    {"match": "Tidy by hand", "steps": [
        {"text": "Tidying.", "tools": [{"name": "run_terminal_command", "args": {"command": "rm -f scratch.txt", "description": "tidy"}}]},
        {"text": "All is tidy."}]},
]
CONFIG = """[models]
default = "lab"
[model.lab]
model = "lab-model"
base_url = "http://127.0.0.1:%d/v1"
api_key = "none"
context_window = 128000
""" % PORT


def grok(cwd, *args):
    return lists.run([GROK, *args], ENV, cwd, 120)


def prompt(cwd, text, *args):
    """One prompt without a terminal, in a session of a chosen id."""
    sid = str(uuid.uuid4())
    done = grok(cwd, "-p", text, "--always-approve", "--session-id", sid, *args)
    if sid not in on_disk():
        sys.exit("grok made no session:\n" + done.stdout + done.stderr)
    return sid


def on_disk():
    """The sessions that have a summary -> the folder of each."""
    return {name: os.path.join(SESSIONS, bucket, name)
            for bucket in (os.listdir(SESSIONS) if os.path.isdir(SESSIONS) else [])
            if os.path.isdir(os.path.join(SESSIONS, bucket))
            for name in os.listdir(os.path.join(SESSIONS, bucket))
            if os.path.exists(os.path.join(SESSIONS, bucket, name, "summary.json"))}


def lines(sid, name):
    path = os.path.join(on_disk().get(sid, HOME), name)
    return open(path, encoding="utf-8").read() if os.path.exists(path) else ""


class Terminal(lists.Terminal):
    def __init__(self, *args, cwd=SHOP):
        super().__init__([GROK, *args], ENV, cwd, {"\x1b[6n": b"\x1b[1;1R", "\x1b[c": b"\x1b[?62;22c",
                                                  "\x1b]11;?": b"\x1b]11;rgb:0000/0000/0000\x1b\\"})


def make_sessions():
    """-> what is known of each session because it was made here: id -> (first message, messages, folder)."""
    known = {}
    plain = prompt(SHOP, "Say hello to the shop")
    grok(LAB, "-p", "And again", "--resume", plain)
    known[plain] = ("Say hello to the shop", 4, SHOP)
    known[prompt(LAB, "Count the files\nof größer 🌍")] = ("Count the files\nof größer 🌍", 3, LAB)
    known[prompt(SHOP, "Ask a helper")] = ("Ask a helper", 3, SHOP)
    fork = str(uuid.uuid4())
    grok(SHOP, "-p", "Fork: once more", "--resume", plain, "--fork-session", "--session-id", fork)
    known[fork] = ("Say hello to the shop", 6, SHOP)
    known[prompt(LAB, "Fail please")] = ("Fail please", 1, LAB)
    return known


def killed_in_the_middle():
    sid = str(uuid.uuid4())
    running = subprocess.Popen([GROK, "-p", "Count slowly", "--session-id", sid], cwd=SHOP, env=ENV,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until("the model was asked", 60, lambda: "waiting_for_model" in lines(sid, "events.jsonl")
               and "user_message_chunk" in lines(sid, "updates.jsonl"))
    running.send_signal(signal.SIGKILL)
    running.wait()
    return {sid: ("Count slowly", 1, SHOP)}


def by_hand():
    """Begun with the words that svc begins it with."""
    sid = str(uuid.uuid4())
    write(os.path.join(SHOP, "scratch.txt"), "x\n")
    terminal = Terminal("--session-id", sid, "--", "Tidy by hand")
    try:
        wait_until("a permission was asked for", 60, lambda: terminal.read() and "permission_requested" in lines(sid, "events.jsonl"))
        terminal.settle()
        check("the command waits for its permission", os.path.exists(os.path.join(SHOP, "scratch.txt")))
        os.write(terminal.fd, b"2")
        wait_until("the turn was over", 60, lambda: terminal.read() and "turn_ended" in lines(sid, "events.jsonl"))
        terminal.settle()
        check("the digit alone allows it", not os.path.exists(os.path.join(SHOP, "scratch.txt")))
        events = lines(sid, "events.jsonl")
        check("and allows nothing else", '"yolo_mode":true' not in events and "always" not in events, events[-300:])
        terminal.type("/rename Tidied by hand", first="\x15")
        wait_until("the title was written", 30, lambda: terminal.read() and "Tidied by hand" in lines(sid, "summary.json"))
        terminal.type("/quit", first="\x15")
    finally:
        terminal.close()
    return {sid: ("Tidy by hand", 3, SHOP)}


def opened_and_left():
    terminal = Terminal(cwd=LAB)
    terminal.settle()
    terminal.close()


def compare(known):
    listed = set()
    for cwd in (SHOP, LAB):
        out = grok(cwd, "sessions", "list", "-n", "100").stdout
        listed |= set(re.findall(r"^([0-9a-f]{8}-[0-9a-f-]{27})\s", out, re.M))
    ours = lists.rows("grok", HOME)
    unreadable = ours.pop("unreadable")
    rows = {sid: row for sid, row in ours.items() if row["parent"] is None}
    agents = {sid: row for sid, row in ours.items() if row["parent"] is not None}
    check("every record is understood", not unreadable, unreadable)
    check("svc lists what was made (%d sessions)" % len(known), set(rows) == set(known), set(rows) ^ set(known))
    check("grok lists them too", set(known) <= listed, set(known) - listed)
    check("what grok lists besides are sub-agents or sessions without a word", not any(
        "user_message_chunk" in lines(sid, "updates.jsonl") for sid in listed - set(rows) - set(agents)), listed - set(rows))
    check("the sub-agent belongs to its session", [known.get(row["parent"], ("",))[0] for row in agents.values()] == ["Ask a helper"], agents)
    check("a title typed by hand is there", "Tidied by hand" in [row["title"] for row in rows.values()])
    for sid, (first, messages, folder) in sorted(known.items()):
        row = rows.get(sid, {})
        for name, expected in (("first", first), ("messages", messages), ("cwd", folder)):
            check("%s %s" % (sid, name), row.get(name) == expected, (row.get(name), expected))
        # A resumed session has the model's own name in place of the one that the settings give it.
        check("%s model" % sid, row.get("model") in ("lab", "lab-model"), row.get("model"))


def state():
    return lists.state(SESSIONS, lambda name: not name.startswith("session_search"))


def body():
    print("grok " + grok(SHOP, "--version").stdout.strip(), flush=True)
    known = make_sessions()
    known.update(killed_in_the_middle())
    known.update(by_hand())
    opened_and_left()
    before = state()
    lists.rows("grok", HOME)
    check("reading changes nothing in the store", state() == before, state() ^ before)
    compare(known)


for each in (SHOP, LAB):
    os.makedirs(each)
write(os.path.join(HOME, ".grok", "config.toml"), CONFIG)
lists.prove(HOME, PORT, RULES, body, "grok")

#!/usr/bin/env python3
"""The part of qwen.sh that runs without a network: makes sessions with the real Qwen Code, then compares two lists."""
import json, os, signal, subprocess, sys, tempfile, time, uuid

import lists
from lists import check, wait_until, write

MODULES = sys.argv[2]
PORT = 8793
HOME = os.path.realpath(tempfile.mkdtemp(prefix="svc-proof-qwen-"))
SHOP, ONE, OTHER = (os.path.join(HOME, "code", name) for name in ("shop", "日記", "帳簿"))
ENV = {"HOME": HOME, "PATH": os.path.join(MODULES, "node", "bin") + ":/usr/bin:/bin", "LANG": "C.UTF-8",
       "TERM": "xterm-256color", "OPENAI_API_KEY": "none", "OPENAI_MODEL": "lab-model",
       "OPENAI_BASE_URL": "http://127.0.0.1:%d/v1" % PORT, "QWEN_DISABLE_AUTO_TITLE": "1",
       "QWEN_CODE_SUPPRESS_YOLO_WARNING": "1"}
QWEN = ["node", os.path.join(MODULES, "@qwen-code", "qwen-code", "cli-entry.js")]
RULES = [
    {"match": "List the files", "steps": [
        {"text": "Looking.", "tools": [{"name": "run_shell_command",
                                        "args": {"command": "ls", "description": "list", "is_background": False}}]},
        {"text": "There is a README."}]},
    {"match": "Fail please", "steps": [{"status": 400, "message": "scripted failure"}] * 9},
    {"match": "Count slowly", "steps": [{"text": "one two three four five six seven", "delay": 3}]},
]


def qwen(cwd, *args, env=None):
    return lists.run(QWEN + list(args), {**ENV, **(env or {})}, cwd)


def chats(base=None):
    """id -> file, of what lies there."""
    found = {}
    for path, _, names in os.walk(base or os.path.join(HOME, ".qwen", "projects")):
        found.update({name[:-6]: os.path.join(path, name) for name in names
                      if os.path.basename(path) == "chats" and name.endswith(".jsonl") and len(name) == 42})
    return found


def prompt(cwd, *args):
    """One prompt without a terminal; the id of its session."""
    before = set(chats())
    done = qwen(cwd, "--yolo", *args)
    made = set(chats()) - before
    if len(made) != 1:
        sys.exit("qwen made %d sessions:\n%s%s" % (len(made), done.stdout, done.stderr))
    return made.pop()


def svc(*folder):
    return lists.rows("qwen", HOME, *folder)


def make_sessions():
    """-> what is known of each session because it was made here: id -> (first message, messages)."""
    own = str(uuid.uuid4())
    check("a new session has the id that it is given", prompt(SHOP, "--session-id", own, "-p", "Say hello") == own)
    qwen(SHOP, "--yolo", "--resume", own, "-p", "And again")
    known = {own: ("Say hello", 4)}
    known[prompt(SHOP, "-p", "List the files")] = ("List the files", 3)
    known[prompt(SHOP, "-p", "Fail please")] = ("Fail please", 1)
    known[prompt(SHOP, "--resume", own, "--fork-session", "-p", "Another way")] = ("Say hello", 6)
    known[prompt(ONE, "-p", "größer 🌍\ndenken")] = ("größer 🌍\ndenken", 2)
    known[prompt(OTHER, "-p", "Keep the books")] = ("Keep the books", 2)
    refused = qwen(OTHER, "--yolo", "--resume", own, "-p", "From elsewhere")
    check("a session is refused outside of its folder", "No saved session" in refused.stderr + refused.stdout,
          refused.stderr + refused.stdout)
    return known


def killed_in_the_middle():
    before = set(chats())
    running = subprocess.Popen(QWEN + ["--yolo", "-p", "Count slowly"], cwd=SHOP, env=ENV, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    wait_until("there was a chat", 90, lambda: set(chats()) - before)
    time.sleep(2)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    return {one: ("Count slowly", 1) for one in set(chats()) - before}


def compare(known):
    theirs = {}
    for cwd in (SHOP, ONE, OTHER):
        for line in qwen(cwd, "sessions", "list", "--json", "--limit", "100").stdout.splitlines():
            row = json.loads(line)
            theirs[row["sessionId"]] = row
        ids = set(svc(cwd))
        check("the sessions of %s and no others" % cwd, ids == {i for i, t in theirs.items() if t["cwd"] == cwd}, ids)
    ours = svc()
    unreadable = ours.pop("unreadable")
    check("every record is understood", not unreadable, unreadable)
    check("svc lists what qwen lists (%d sessions)" % len(theirs), set(ours) == set(theirs), set(ours) ^ set(theirs))
    for sid, their in sorted(theirs.items()):
        our = ours.get(sid, {})
        check("%s folder" % sid, our.get("cwd") == their["cwd"], (our.get("cwd"), their["cwd"]))
        check("%s title" % sid, our.get("title") == their["customTitle"], (our.get("title"), their["customTitle"]))
        first, messages = known.get(sid, (None, None))
        check("%s first message" % sid, our.get("first") == first, (our.get("first"), first))
        check("%s messages" % sid, our.get("messages") == messages, (our.get("messages"), messages))


def put_away(session):
    """What moves a session to the program's archive is no command of the terminal, so it is done here."""
    file = chats()[session]
    archive = os.path.join(os.path.dirname(file), "archive")
    os.makedirs(archive)
    os.rename(file, os.path.join(archive, os.path.basename(file)))
    refused = qwen(SHOP, "--yolo", "--resume", session, "-p", "Back again")
    check("a session that was put away is not resumed", "No saved session" in refused.stderr + refused.stdout,
          refused.stderr + refused.stdout)
    again = qwen(SHOP, "--yolo", "--session-id", session, "-p", "Anew")
    check("its id is not given again", "already exists" in again.stderr + again.stdout, again.stderr + again.stdout)


def moved_store():
    elsewhere = os.path.join(HOME, "elsewhere")
    made = qwen(SHOP, "--yolo", "-p", "Somewhere else", env={"QWEN_RUNTIME_DIR": elsewhere})
    check("the variable moves the store", len(chats(elsewhere)) == 1, made.stderr + made.stdout)


def state():
    return lists.state(os.path.join(HOME, ".qwen"))


def body():
    print("qwen " + qwen(SHOP, "--version").stdout.strip(), flush=True)
    known = make_sessions()
    known.update(killed_in_the_middle())
    before = state()
    svc()
    check("reading changes nothing in the store", state() == before, state() ^ before)
    compare(known)
    put_away(next(iter(known)))
    moved_store()


for each in (ONE, OTHER):
    os.makedirs(each)
write(os.path.join(SHOP, "README"), "A shop.\n")
write(os.path.join(HOME, ".qwen", "settings.json"), {"security": {"auth": {"selectedType": "openai"}}})
lists.prove(HOME, PORT, RULES, body, "qwen")

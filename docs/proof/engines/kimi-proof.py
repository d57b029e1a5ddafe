#!/usr/bin/env python3
"""The part of kimi.sh that runs without a network: makes sessions with the real Kimi Code, then compares two lists."""
import hashlib, json, os, re, signal, subprocess, sys, tempfile, time

import lists
from lists import check, wait_until, write

MODULES = sys.argv[2]
PORT = 8791
HOME = tempfile.mkdtemp(prefix="svc-proof-kimi-")
CODE = os.path.join(HOME, "code")
SHOP, LAB = os.path.join(CODE, "shop"), os.path.join(CODE, "käse lab")
ENV = {"HOME": HOME, "PATH": os.path.join(MODULES, "node", "bin") + ":/usr/bin:/bin", "LANG": "C.UTF-8",
       "TERM": "xterm-256color", "KIMI_DISABLE_TELEMETRY": "1", "KIMI_CODE_NO_AUTO_UPDATE": "1"}
KIMI = ["node", os.path.join(MODULES, "@moonshot-ai", "kimi-code", "dist", "main.mjs")]
RULES = [
    {"match": "List the files", "steps": [
        {"text": "Looking.", "tools": [{"name": "Bash", "args": {"command": "ls", "description": "list"}}]},
        {"text": "There is a README."}]},
    {"match": "Think first", "steps": [{"think": "Let me think.", "text": "Thought."}]},
    {"match": "Fail please", "steps": [{"status": 400, "message": "scripted failure"}] * 9},
    {"match": "Count slowly", "steps": [{"text": "one two three four five six seven", "delay": 3}]},
]
CONFIG = """default_model = "lab"
telemetry = false
[providers.lab]
type = "openai"
base_url = "http://127.0.0.1:%d/v1"
api_key = "none"
[models.lab]
provider = "lab"
model = "lab-model"
max_context_size = 131072
""" % PORT


def kimi(cwd, *args):
    return lists.run(KIMI + list(args), ENV, cwd)


def prompt(cwd, *args):
    """One prompt without a terminal; the id of its session."""
    done = kimi(cwd, *args)
    found = re.search(r"session_[0-9a-f-]{36}", done.stderr + done.stdout)
    if not found:
        sys.exit("kimi made no session:\n" + done.stdout + done.stderr)
    return found.group(0)


def svc(*folder):
    return lists.rows("kimi", HOME, *folder)


def sessions_on_disk():
    base = os.path.join(HOME, ".kimi-code", "sessions")
    return {name for bucket in os.listdir(base) if not bucket.startswith(".")
            for name in os.listdir(os.path.join(base, bucket))} if os.path.isdir(base) else set()


class Terminal(lists.Terminal):
    def settle(self):
        """Until nothing new has been drawn for a while: keys that come sooner are lost."""
        last, since = "", time.time()
        while time.time() - since < 3:
            now = self.read()
            if now != last:
                last, since = now, time.time()


def trust(cwd):
    """What answering the question for this folder with yes leaves behind."""
    slug = re.sub(r"[^A-Za-z0-9._-]", "-", os.path.basename(cwd)).strip("-").lower()
    bucket = "wd_%s_%s" % (slug, hashlib.sha256(cwd.encode()).hexdigest()[:12])
    write(os.path.join(HOME, ".kimi-code", "workspace-trust", bucket), {"root": cwd, "trustedAt": int(time.time() * 1000)})


def make_sessions():
    """-> what is known of each session because it was made here: id -> (first message, messages)."""
    known = {}
    plain = prompt(SHOP, "-p", "Say hello to the shop")
    known[plain] = ("Say hello to the shop", 2)
    known[prompt(SHOP, "-p", "List the files")] = ("List the files", 3)
    known[prompt(LAB, "-p", "Think first\nthen answer größer 🌍")] = ("Think first\nthen answer größer 🌍", 2)
    check("resuming with -S goes on in the same session", prompt(SHOP, "-S", plain, "-p", "And again") == plain)
    known[plain] = ("Say hello to the shop", 4)
    before = sessions_on_disk()
    done = kimi(SHOP, "fork", plain)
    forked = sessions_on_disk() - before
    check("a fork is a session of its own", len(forked) == 1, done.stderr or done.stdout)
    known.update({fork: ("Say hello to the shop", 4) for fork in forked})
    before = sessions_on_disk()
    kimi(LAB, "-p", "Fail please")
    known.update({failed: ("Fail please", 1) for failed in sessions_on_disk() - before})
    refused = kimi(LAB, "-S", plain, "-p", "From elsewhere")
    check("a session is refused outside of its folder", refused.returncode != 0 and "different directory" in refused.stderr + refused.stdout,
          refused.stderr + refused.stdout)
    return known


def killed_in_the_middle():
    before = sessions_on_disk()
    running = subprocess.Popen(KIMI + ["-p", "Count slowly"], cwd=SHOP, env=ENV, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    def asked():
        return [s for s in sessions_on_disk() - before for b in os.listdir(os.path.join(HOME, ".kimi-code", "sessions"))
                for w in [os.path.join(HOME, ".kimi-code", "sessions", b, s, "agents", "main", "wire.jsonl")]
                if os.path.exists(w) and '"llm.request"' in open(w, encoding="utf-8").read()]
    session = wait_until("the model was asked", 60, asked)[0]
    running.send_signal(signal.SIGKILL)
    running.wait()
    return {session: ("Count slowly", 1)}


def typed_by_hand():
    trust(LAB)
    before = set(svc(LAB))
    on_disk = sessions_on_disk()
    terminal = Terminal(KIMI, ENV, LAB, {"\x1b[6n": b"\x1b[1;1R", "\x1b[c": b"\x1b[?1;2c"})
    try:
        wait_until("kimi had drawn its screen", 120, lambda: "No session yet" in terminal.read())
        terminal.settle()
        check("a session begins with its first prompt, not before", sessions_on_disk() == on_disk)
        terminal.type("Hello by hand")
        session = wait_until("the session was there", 60, lambda: sessions_on_disk() - on_disk)
        gained = set(svc(LAB)) - before
        check("svc adopts the new session's id", gained == session, gained)
        terminal.type("/title Typed by hand")
        terminal.type("/exit")
    finally:
        terminal.close()
    return {one: ("Hello by hand", 2) for one in session}


def compare(known):
    theirs = {s["id"]: s for s in json.loads(kimi(CODE, "session", "list", "--all", "--archived", "--json").stdout)}
    ours = svc()
    unreadable = ours.pop("unreadable")
    check("every record is understood", not unreadable, unreadable)
    check("svc lists what kimi lists (%d sessions)" % len(theirs), set(ours) == set(theirs), set(ours) ^ set(theirs))
    check("a title typed by hand is there", "Typed by hand" in [our["title"] for our in ours.values()])
    for sid, their in sorted(theirs.items()):
        our = ours.get(sid, {})
        for name, of_theirs in (("title", "title"), ("cwd", "workDir"), ("createdAt", "createdAt"),
                                ("updatedAt", "updatedAt"), ("archived", "archived")):
            check("%s %s" % (sid, name), our.get(name) == their.get(of_theirs), (our.get(name), their.get(of_theirs)))
        first, messages = known.get(sid, (None, None))
        check("%s first message" % sid, our.get("first") == first, (our.get("first"), first))
        check("%s messages" % sid, our.get("messages") == messages, (our.get("messages"), messages))
        check("%s model" % sid, our.get("model") == "lab-model", our.get("model"))


def state():
    return lists.state(os.path.join(HOME, ".kimi-code", "sessions"))


def body():
    print("kimi " + kimi(SHOP, "--version").stdout.strip(), flush=True)
    known = make_sessions()
    known.update(killed_in_the_middle())
    known.update(typed_by_hand())
    before = state()
    svc()
    check("reading changes nothing in the store", state() == before, state() ^ before)
    compare(known)


os.makedirs(LAB)
write(os.path.join(SHOP, "README"), "A shop.\n")
write(os.path.join(HOME, ".kimi-code", "config.toml"), CONFIG)
lists.prove(HOME, PORT, RULES, body, "kimi")

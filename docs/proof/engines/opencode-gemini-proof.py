#!/usr/bin/env python3
"""The part of opencode-gemini.sh that runs without a network: makes sessions with the real programs, then compares lists."""
import json, os, re, shutil, signal, subprocess, sys, tempfile, time

import lists
import shape
from lists import HERE, check, failures, write

OPENCODE_MODULES, GEMINI_MODULES, KILO_MODULES = sys.argv[2:5]
PORT = 8799
# In the person's own home, because Gemini CLI takes system defaults only from folders that others cannot write to.
HOME = tempfile.mkdtemp(prefix=".svc-proof-", dir=os.path.expanduser("~"))
SHOP, NOTES = os.path.join(HOME, "code", "shop"), os.path.join(HOME, "notes", "daily log")
ENV = {"HOME": HOME, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color",
       "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
       "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1", "KILO_DISABLE_AUTOUPDATE": "1", "KILO_DISABLE_MODELS_FETCH": "1",
       "KILO_DISABLE_LSP_DOWNLOAD": "1", "KILO_TELEMETRY_LEVEL": "off", "KILO_DISABLE_SESSION_INGEST": "1",
       "KILO_NO_DAEMON": "1", "GEMINI_API_KEY": "dummy-key", "GEMINI_CLI_TRUST_WORKSPACE": "true",
       "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:%d" % PORT}
OPENCODE = [os.path.join(OPENCODE_MODULES, ".bin", "opencode")]
KILO = [os.path.join(KILO_MODULES, ".bin", "kilo")]
GEMINI = ["node", os.path.join(GEMINI_MODULES, "@google", "gemini-cli", "bundle", "gemini.js")]
SCENARIO = {
    "default": "Understood.",
    "rules": [
        {"match": "fail please", "steps": [{"error": "scripted failure", "code": 400}]},
        {"match": "count slowly", "steps": [{"text": "one two three four five six seven eight", "chunk": 4, "hang_after": 3}]},
        {"match": "list the files", "steps": [
            {"text": "Looking.", "tools": [{"name": "glob", "args": {"pattern": "*"}}],
             "gtools": [{"name": "list_directory", "args": {"dir_path": "."}}]},
            {"text": "There is a README."}]},
    ],
    "helpers": [{"name": "title", "when": "title generator", "rules": [], "default": "A title of its own"},
                {"name": "summary", "when": "Summarize the user's primary intent", "rules": [], "default": "A summary of its own"}],
}
OPENCODE_SETTINGS = {
    "model": "demo/demo-large", "small_model": "demo/demo-large", "autoupdate": False, "share": "disabled",
    "enabled_providers": ["demo"],
    "provider": {"demo": {"npm": "@ai-sdk/openai-compatible", "name": "Demo",
                          "options": {"baseURL": "http://127.0.0.1:%d/v1" % PORT, "apiKey": "dummy-key"},
                          "models": {"demo-large": {"name": "Demo", "limit": {"context": 128000, "output": 8192}}}}}}
GEMINI_SETTINGS = {"security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
                   "general": {"enableAutoUpdate": False}, "telemetry": {"enabled": False},
                   "privacy": {"usageStatisticsEnabled": False}}


def run(program, cwd, *args, env=None):
    return subprocess.run(program + list(args), cwd=cwd, env={**ENV, **(env or {})}, capture_output=True, text=True,
                          timeout=300, stdin=subprocess.DEVNULL)


def killed_after(program, cwd, seconds, *args):
    running = subprocess.Popen(program + list(args), cwd=cwd, env=ENV, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def svc(engine):
    """-> rows by id, sub-agents left out, and what could not be read."""
    rows = lists.rows(engine, HOME)
    unreadable = rows.pop("unreadable")
    return {k: v for k, v in rows.items() if v["parent"] is None}, unreadable


def opencode(name, program):
    """opencode, or one that is made of it."""
    first = "Explain the shop"
    run(program, SHOP, "run", first)
    plain = newest(program, SHOP)
    run(program, SHOP, "run", "-s", plain, "and again")
    run(program, SHOP, "run", "list the files")
    run(program, SHOP, "run", "-s", plain, "--fork", "another way")
    run(program, NOTES, "run", "größer 🌍 denken")
    run(program, NOTES, "run", "fail please")
    killed_after(program, NOTES, 25, "run", "count slowly")
    theirs = {s["id"]: s for cwd in (SHOP, NOTES) for s in listed(program, cwd)}
    ours, unreadable = svc(name)
    check(name + ": as many sessions as were made", len(theirs) == 6, sorted(theirs))
    check(name + ": the same sessions", set(theirs) == set(ours), set(theirs) ^ set(ours))
    # A title that only says when the session began is none of svc's.
    titles = {i: None if re.fullmatch(r"New session - [0-9TZ:.-]+", s["title"]) else s["title"] for i, s in theirs.items()}
    check(name + ": the same titles", all(ours[i]["title"] == titles[i] for i in theirs if i in ours),
          [(s["title"], ours.get(i, {}).get("title")) for i, s in theirs.items()])
    check(name + ": the same times", all(ours[i]["updatedAt"] == s["updated"] and ours[i]["createdAt"] == s["created"]
                                         for i, s in theirs.items() if i in ours), theirs)
    check(name + ": the same folders", all(ours[i]["cwd"] == s["directory"] for i, s in theirs.items() if i in ours))
    check(name + ": what was typed comes first", ours[plain]["first"] == first, ours[plain]["first"])
    check(name + ": two turns are four messages", ours[plain]["messages"] == 4, ours[plain]["messages"])
    check(name + ": everything was understood", unreadable == [], unreadable)


def listed(program, cwd):
    out = run(program, cwd, "session", "list", "--format", "json").stdout
    return [s for s in json.loads(out or "[]") if s["directory"] == cwd]


def newest(program, cwd):
    sessions = listed(program, cwd)
    if not sessions:
        sys.exit("%s made no session" % program[0])
    return max(sessions, key=lambda s: s["updated"])["id"]


def gemini():
    ask = lambda cwd, *args, env=None: run(GEMINI, cwd, "-m", "gemini-2.5-flash", *args, env=env)
    one, two, three, four = ("%d1111111-2222-4333-8444-555555555555" % n for n in (1, 2, 3, 4))
    ask(SHOP, "--session-id", one, "-p", "Explain the shop")
    ask(SHOP, "--session-id", two, "-p", "list the files", "--yolo")
    ask(NOTES, "--session-id", three, "-p", "größer 🌍 denken")
    ask(NOTES, "--session-id", four, "-p", "fail please")
    ours, unreadable = svc("gemini")
    theirs = set(ids_listed(SHOP)) | set(ids_listed(NOTES))
    check("gemini: the same sessions", theirs == set(ours), theirs ^ set(ours))
    check("gemini: as many as answered", theirs == {one, two, three}, theirs)
    check("gemini: the same folders", {i: r["cwd"] for i, r in ours.items()} == {one: SHOP, two: SHOP, three: NOTES}, ours)
    check("gemini: what was typed comes first", ours[one]["first"] == "Explain the shop", ours[one])
    check("gemini: a turn with a tool is three messages", ours[two]["messages"] == 3, ours[two])
    check("gemini: everything was understood", unreadable == [], unreadable)
    resumed_in_a_later_minute(ask, one)


def ids_listed(cwd, env=None):
    done = run(GEMINI, cwd, "--list-sessions", env=env)
    return re.findall(r"\[([A-Za-z0-9_-]+)\]$", done.stdout + done.stderr, re.M)


def resumed_in_a_later_minute(ask, session):
    """What svc hands over keeps the chat; without it the program deletes it. The second half shows that the first matters."""
    defaults = os.path.join(HOME, "svc", "gemini-system-defaults.json")
    write(defaults, {"general": {"sessionRetention": {"enabled": False}}})
    protected = {"GEMINI_CLI_SYSTEM_DEFAULTS_PATH": defaults}
    time.sleep(61 - time.time() % 60)
    ask(SHOP, "--resume", session, "-p", "and again", env=protected)
    check("gemini: a resume in a later minute makes a second file", len(chats(session)) == 2, chats(session))
    ours, _ = svc("gemini")
    check("gemini: which is no second row, and the turns are there", ours[session]["messages"] == 4, ours[session])
    kept = session in ids_listed(SHOP, env=protected)
    if is_roots(defaults):
        check("gemini: the next start with svc's settings keeps the chat", kept and len(chats(session)) == 2, chats(session))
    ids_listed(SHOP)
    time.sleep(2)
    check("gemini: without them the next start deletes it (if not, svc need not hand them over any more)",
          session not in svc("gemini")[0], chats(session))


def is_roots(path):
    """The program's condition for the file: it and all above it belong to root, and nobody else may write there."""
    while path != os.path.dirname(path):
        stat = os.stat(path)
        if stat.st_uid != 0 or stat.st_mode & 0o022:
            return False
        path = os.path.dirname(path)
    return os.stat("/").st_uid == 0


def chats(session):
    folder = os.path.join(HOME, ".gemini", "tmp", "shop", "chats")
    return [name for name in os.listdir(folder) if session[:8] in name]


def main():
    for folder in (SHOP, NOTES):
        os.makedirs(folder)
        write(os.path.join(folder, "README.md"), "# readme\n")
    for name in ("opencode", "kilo"):
        write(os.path.join(HOME, ".config", name, "opencode.json"), OPENCODE_SETTINGS)
    write(os.path.join(HOME, ".gemini", "settings.json"), GEMINI_SETTINGS)
    write(os.path.join(HOME, "scenario.json"), SCENARIO)
    model = subprocess.Popen([sys.executable, os.path.join(HERE, "opencode-gemini-model.py"), str(PORT),
                              os.path.join(HOME, "scenario.json")])
    try:
        time.sleep(1)
        opencode("opencode", OPENCODE)
        opencode("kilo", KILO)
        gemini()
    finally:
        model.kill()
        shape.note(HOME, "opencode", "gemini", "kilo")
        if failures:
            print("kept for a look: " + HOME)
        else:
            shutil.rmtree(HOME)
    sys.exit(1 if failures else 0)


main()

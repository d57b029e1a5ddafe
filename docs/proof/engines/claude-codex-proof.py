#!/usr/bin/env python3
"""The part of claude-codex.sh that runs without a network: makes sessions with both programs, then compares the lists."""
import fcntl, glob, json, os, pty, re, select, shutil, signal, struct, subprocess, sys, tempfile, termios, time

import lists
import shape
from lists import HERE, check, failures

MODULES = sys.argv[2]
PORT = 18080
HOME = os.path.realpath(tempfile.mkdtemp(prefix="svc-proof-cc-", dir="/var/tmp"))
SHOP, NOTES = os.path.join(HOME, "code", "shop"), os.path.join(HOME, "code", "メモ帳")
KEY = "dummy-key-of-the-proof"
BASE = {"HOME": HOME, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color"}
CLAUDE_ENV = dict(BASE, ANTHROPIC_BASE_URL="http://127.0.0.1:%d" % PORT, ANTHROPIC_API_KEY=KEY, DISABLE_AUTOUPDATER="1",
                  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1", DISABLE_TELEMETRY="1", DISABLE_ERROR_REPORTING="1")
CODEX_ENV = dict(BASE, FAKE_KEY=KEY)
CLAUDE = glob.glob(os.path.join(MODULES, "@anthropic-ai", "claude-code-linux-*", "claude"))[0]
CODEX = glob.glob(os.path.join(MODULES, "@openai", "codex-linux-*", "vendor", "*", "bin", "codex"))[0]
CONFIG = """model = "gpt-5.1-codex"
model_provider = "fake"
check_for_update_on_startup = false
[analytics]
enabled = false
[tui]
screen_reader_detection_done = true
[model_providers.fake]
name = "Fake"
base_url = "http://127.0.0.1:%d/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
""" % PORT
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def run(program, env, cwd, *args, seconds=180):
    return subprocess.run([program, *args], cwd=cwd, env=env, capture_output=True, text=True, timeout=seconds,
                          stdin=subprocess.DEVNULL)


def svc(program, home, *words):
    return lists.rows(program, home, *words, env=BASE)


def terminal(program, env, cwd, args, keys, quiet=6):
    """Types keys, each after so many seconds, and returns the screen's text when nothing came for `quiet` seconds."""
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(cwd)
        os.execve(program, [program, *args], env)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
    out, keys, last = b"", list(keys), time.time()
    typed = last
    while keys or time.time() - last < quiet and time.time() - typed < 60:
        if select.select([fd], [], [], 0.2)[0]:
            try:
                data = os.read(fd, 65536)
            except OSError:
                break
            if not data:
                break
            out, last = out + data, time.time()
        if keys and time.time() - typed > keys[0][0]:
            os.write(fd, keys.pop(0)[1].encode())
            typed = last = time.time()
    os.kill(pid, signal.SIGTERM)
    for _ in range(50):
        if os.waitpid(pid, os.WNOHANG)[0]:
            break
        time.sleep(0.1)
    else:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    os.close(fd)
    text = out.decode("utf-8", "replace")
    text = re.sub(r"\x1b\[(\d*)C", lambda m: " " * int(m.group(1) or 1), text)
    text = re.sub(r"\x1b\[\d*;?\d*H", "\n", text)
    return re.sub(r"\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b.", "", text)


def squeezed(text):
    return re.sub(r"\s+", "", text)


def claude(cwd, *args):
    return run(CLAUDE, CLAUDE_ENV, cwd, "-p", "--output-format", "json", *args)


def claude_session(cwd, *args):
    done = claude(cwd, *args)
    try:
        return json.loads(done.stdout)["session_id"]
    except (ValueError, KeyError):
        sys.exit("Claude Code made no session:\n" + done.stdout + done.stderr)


def make_claude():
    os.makedirs(os.path.join(HOME, ".claude"), exist_ok=True)
    trusted = {folder: {"hasTrustDialogAccepted": True, "allowedTools": []} for folder in (SHOP, NOTES)}
    with open(os.path.join(HOME, ".claude.json"), "w") as f:
        json.dump({"hasCompletedOnboarding": True, "theme": "dark", "projects": trusted,
                   "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}}, f)
    made = {"plain": claude_session(SHOP, "Say hello to the team")}
    made["resumed"] = claude_session(SHOP, "レシートを日本語で説明してください 🧾")
    claude_session(SHOP, "--resume", made["resumed"], "Add an emoji, please ✨")
    made["fork"] = claude_session(SHOP, "--resume", made["resumed"], "--fork-session", "Fork: shorten it")
    made["named"] = claude_session(NOTES, "-n", "Named at the start", "Say hello to the team")
    made["failed"] = claude_session(NOTES, "Trigger an API error")
    terminal(CLAUDE, CLAUDE_ENV, SHOP, [], [(8, "Warm up before the crash"), (2, "\r"), (6, "/rename Typed by hand"),
                                            (2, "\r"), (3, "/exit"), (2, "\r")])
    terminal(CLAUDE, CLAUDE_ENV, SHOP, [], [(8, "!"), (1, "echo hi-from-a-shell-line"), (1, "\r")])
    terminal(CLAUDE, CLAUDE_ENV, SHOP, [], [(8, "Begin the slow draft of the page"), (2, "\r")], quiet=1)
    terminal(CLAUDE, CLAUDE_ENV, SHOP, [], [(8, "/exit"), (2, "\r")])
    return made


def prove_claude():
    made = make_claude()
    rows = svc("claude", HOME)
    check("Claude Code: nothing it wrote is unknown", rows.pop("unreadable") == [], rows)
    files = {os.path.basename(f)[:-6] for f in glob.glob(os.path.join(HOME, ".claude", "projects", "*", "*.jsonl"))
             if ID.fullmatch(os.path.basename(f)[:-6]) and os.path.getsize(f)}
    check("Claude Code: every transcript is a row", set(rows) == files, (sorted(rows), sorted(files)))
    check("Claude Code: what was made is there", set(made.values()) <= set(rows),
          {name: made[name] for name in made if made[name] not in rows})
    check("Claude Code: the name of -n", rows[made["named"]]["title"] == "Named at the start", rows[made["named"]])
    check("Claude Code: a fork is a session of its own", rows[made["fork"]]["first"] == rows[made["resumed"]]["first"]
          and rows[made["fork"]]["messages"] == rows[made["resumed"]]["messages"] + 2, rows[made["fork"]])
    picker = squeezed(terminal(CLAUDE, CLAUDE_ENV, SHOP, ["--resume"], [(8, "\x01")]))
    typed = {i: r for i, r in rows.items() if i not in made.values()}
    for i, row in typed.items():
        shown = row["title"] or row["first"] or ""
        check("Claude Code's list shows what svc calls %r" % shown, squeezed(shown)[:60] in picker, picker[-1500:])
    for i, row in rows.items():
        done = claude(row["cwd"], "--resume", i, "Say hello to the team")
        check("Claude Code resumes %s (%s)" % (i, row["first"]), done.returncode == 0
              and json.loads(done.stdout)["session_id"] == i, done.stdout + done.stderr)
    after = svc("claude", HOME)
    after.pop("unreadable")
    check("Claude Code: no row came or went", set(after) == set(rows), sorted(after))
    check("Claude Code: each has one question and its answer more",
          all(after[i]["messages"] == rows[i]["messages"] + 2 for i in rows), after)
    svc("claude", HOME, "archive", made["resumed"])
    done = claude(SHOP, "--resume", made["resumed"], "Say hello to the team")
    check("Claude Code does not see an archived session", "No conversation found" in done.stdout + done.stderr, done)
    check("svc shows it as archived", svc("claude", HOME)[made["resumed"]]["archived"], made)
    svc("claude", HOME, "unarchive", made["resumed"])
    check("and it can be resumed when it is back",
          claude(SHOP, "--resume", made["resumed"], "Say hello to the team").returncode == 0)


def codex(cwd, *args):
    return run(CODEX, CODEX_ENV, cwd, "-c", "features.daemon_auto_start=false", *args)


def codex_session(cwd, *args):
    done = codex(cwd, "exec", "--skip-git-repo-check", *args)
    found = re.search(r"session id: (\S+)", done.stderr + done.stdout)
    if not found:
        sys.exit("Codex made no session:\n" + done.stdout + done.stderr)
    return found.group(1)


def threads(archived):
    """What Codex itself lists, asked over the protocol of its app server."""
    server = subprocess.Popen([CODEX, "-c", "features.daemon_auto_start=false", "app-server"], cwd=HOME, env=CODEX_ENV,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for request in ({"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "proof", "version": "1"}}},
                    {"method": "initialized"},
                    {"id": 2, "method": "thread/list",
                     "params": {"limit": 100, "archived": archived, "sourceKinds": ["cli", "exec", "vscode"]}}):
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
    for line in server.stdout:
        answer = json.loads(line)
        if answer.get("id") == 2:
            server.stdin.close()
            server.wait(timeout=30)
            return {thread["id"]: thread for thread in answer["result"]["data"]}
    sys.exit("Codex did not list its threads")


def make_codex():
    home = os.path.join(HOME, ".codex")
    os.makedirs(home)
    with open(os.path.join(home, "config.toml"), "w") as f:
        f.write(CONFIG + "".join('[projects."%s"]\ntrust_level = "trusted"\n' % folder for folder in (SHOP, NOTES)))
    made = {"plain": codex_session(SHOP, "Say hello to the team")}
    made["resumed"] = codex_session(SHOP, "レシートを日本語で説明してください 🧾")
    codex(SHOP, "exec", "--skip-git-repo-check", "resume", made["resumed"], "Add an emoji, please ✨")
    made["fork"] = codex_session(SHOP, "fork", made["resumed"], "Fork: shorten it")
    made["notes"] = codex_session(NOTES, "Warm up before the crash")
    made["failed"] = codex_session(NOTES, "Trigger an API error")
    made["away"] = codex_session(SHOP, "Archive me later")
    codex(SHOP, "archive", made["away"])
    terminal(CODEX, CODEX_ENV, SHOP, ["-C", SHOP, "-c", "features.daemon_auto_start=false",
                                      "--dangerously-bypass-approvals-and-sandbox"],
             [(8, "What is left to do?"), (2, "\r"), (6, "/rename Typed by hand"), (2, "\r"), (3, "")], quiet=3)
    return made


def prove_codex():
    made = make_codex()
    rows = svc("codex", HOME)
    check("Codex: nothing it wrote is unknown", rows.pop("unreadable") == [], rows)
    own = {**{i: dict(t, archived=False) for i, t in threads(False).items()},
           **{i: dict(t, archived=True) for i, t in threads(True).items()}}
    check("Codex: svc lists what Codex lists", set(rows) == set(own), (sorted(rows), sorted(own)))
    check("Codex: what was made is there", set(made.values()) <= set(rows),
          {name: made[name] for name in made if made[name] not in rows})
    for i in sorted(set(rows) & set(own)):
        row, thread = rows[i], own[i]
        check("Codex %s: first message %r" % (i, row["first"]), row["first"] == thread["preview"].strip(), thread["preview"])
        check("Codex %s: name %r" % (i, row["title"]), row["title"] == thread["name"], thread["name"])
        check("Codex %s: folder" % i, row["cwd"] == thread["cwd"], (row["cwd"], thread["cwd"]))
        check("Codex %s: archived is %s" % (i, row["archived"]), row["archived"] == thread["archived"], thread)
        check("Codex %s: model" % i, row["model"] == thread["model"], (row["model"], thread["model"]))
        # Codex counts from the opening of the thread, svc from its first line, which is written with the first prompt.
        check("Codex %s: begun when Codex says" % i, -1.5 <= row["createdAt"] / 1000 - thread["createdAt"] <= 60,
              (row["createdAt"], thread["createdAt"]))
    check("Codex: a name was given by hand", "Typed by hand" in [row["title"] for row in rows.values()], rows)


os.makedirs(SHOP)
os.makedirs(NOTES)
model = subprocess.Popen([sys.executable, os.path.join(HERE, "model", "server.py"), "--port", str(PORT),
                          "--scenario", os.path.join(HERE, "model", "scenario.json")], stdout=subprocess.DEVNULL)
try:
    time.sleep(1)
    prove_codex()
    prove_claude()
finally:
    model.kill()
    shape.note(HOME, "claude", "codex")
    shutil.rmtree(HOME, ignore_errors=True)
print("%d differences" % len(failures))
sys.exit(1 if failures else 0)

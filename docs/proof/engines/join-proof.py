#!/usr/bin/env python3
"""The part of join.sh that runs without a network: joins real programs that somebody started outside svc."""
import json, os, shutil, signal, subprocess, sys, time

import proof
from proof import CLAUDE, CODEX, GEMINI, HOME, KIMI, OPENCODE, SHOP, call, check, say
from viewer import Viewer, has, plain

PROMPT = "Make the file of the proof"
OPENCODE_PORT = 14555
WHOLE = "cols=130&rows=50"  # a browser that is larger than the window
PROGRAM = dict(proof.BASE, **proof.CLAUDE_ENV, **proof.CODEX_ENV, **proof.OPENCODE_ENV, **proof.GEMINI_ENV, **proof.KIMI_ENV)
SCREENS = os.path.join(HOME, "screens")  # a "main" of whoever runs this is another one
SVC_ENV = dict(PROGRAM, **proof.SVC_ENV, SVC_ENGINE1_BIN=CLAUDE, SVC_ENGINE2_BIN=CODEX, SVC_ENGINE3_BIN=OPENCODE,
               SVC_ENGINE4_BIN=GEMINI, SVC_ENGINE6_BIN=KIMI, SVC_PASS_ENV="FAKE_KEY")
PROGRAM["SCREENDIR"] = SCREENS


def wait_until(what, condition):
    return proof.wait_until(what, condition, lambda: "gave up waiting; rows: %s\nviewers: %s" % (
        json.dumps(rows()), "".join("\n%s %s" % (v.code, v.plain()[-2000:]) for v in Viewer.all)))


def rows():
    answer = call("/api/sessions?live=1")[1]
    return answer.get("sessions", []) if isinstance(answer, dict) else []


def outside(**wanted):
    """The one row that runs outside and is like that."""
    for row in rows():
        elsewhere = row.get("elsewhere") or {}
        if row["live"] == "elsewhere" and all(dict(elsewhere, status=row["status"]).get(k) == v for k, v in wanted.items()):
            return row
    return None


def call_there(*command):
    """As somebody at another terminal runs it."""
    done = subprocess.run(command, env=PROGRAM, cwd=SHOP, capture_output=True, text=True, timeout=proof.PATIENCE,
                          stdin=subprocess.DEVNULL)
    return done.stdout.strip() + done.stderr.strip()


def looks(rows_, *command, seen="/dev/null"):
    """Somebody's own window of 120 by 40.

    @param seen receives what it shows
    """
    return subprocess.Popen(["script", "-qfec", "stty rows %d cols 120; exec %s" % (rows_, " ".join(command)), seen],
                            env=PROGRAM, cwd=SHOP, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)


class Tmux:
    """A server of tmux, with one window that somebody looks at."""

    def __init__(self):
        self.client = None

    def do(self, *args):
        return call_there("tmux", "-f", "/dev/null", "-S", os.path.join(HOME, "tmux"), *args)

    def open(self, command):
        """-> the number of the program's process"""
        self.do("new-session", "-d", "-s", "main", "-x", "120", "-y", "40", *command)
        self.client = looks(41, "tmux -f /dev/null -S", os.path.join(HOME, "tmux"), "attach -t main")
        wait_until("somebody looks", lambda: self.do("list-clients", "-F", "#{client_width}") == "120")
        return int(self.do("display-message", "-p", "-t", "main", "#{pane_pid}"))

    def screen(self):
        return self.do("capture-pane", "-p", "-t", "main")

    def shows(self, words):
        return words in self.screen()

    def size(self):
        return self.do("display-message", "-p", "-t", "main", "#{window_width}x#{window_height}")

    def say(self, words):
        """A return right behind a text would be taken as a part of it, and some programs lose what comes too soon."""
        self.do("send-keys", "-t", "main", "-l", words)
        wait_until("what is typed is on the screen", lambda: self.shows(words))
        time.sleep(1)
        self.do("send-keys", "-t", "main", "Enter")

    def close(self):
        self.do("kill-server")
        wait_until("tmux has ended", lambda: "no server" in self.do("list-sessions") or "error connecting" in self.do("list-sessions"))
        if self.client:
            self.client.kill()
            self.client.wait()
            self.client = None


tmux = Tmux()


class Started:
    """A program that somebody starts, and what is to be seen of it.

    @param ready on its screen when it takes words
    @param dialog, answer what it asks on its screen, and the key that allows it
    @param waits what svc says that it waits for; None where the program says nothing of that
    @param after what svc says that it does after its turn
    @param sure whether svc knows the session, and does not conclude it
    """

    def __init__(self, name, command, ready, dialog, answer, waits, sure, room="cols=80&rows=24", after="idle"):
        self.name, self.command, self.ready, self.dialog, self.answer = name, command, ready, dialog, answer
        self.waits, self.sure, self.room, self.after = waits, sure, room, after

    def check(self, what, ok, detail=""):
        return check(self.name + ": " + what, ok, detail)

    def wait_until(self, what, condition):
        """That it is so is one check."""
        value = wait_until(self.name + ": " + what, condition)
        self.check(what, True)
        return value


def second_is_refused(one, sid):
    """One that is probably elsewhere can be started anyway, so only the careful way is tried with it."""
    for query in ("cols=80&rows=24", "cols=80&rows=24&takeover=1")[:2 if one.sure else 1]:
        viewer = Viewer(sid, query)
        wait_until(one.name + ": a second program is refused", lambda v=viewer: v.code)
        one.check("a second program is refused (%s)" % (query[15:] or "plain"), viewer.code == 4409, viewer.code)
        viewer.leave()


def answer(one, viewer):
    """Claude Code takes no answer in the first two seconds after somebody typed, whatever it asks meanwhile. It had read
    what was typed before it asked, so they have passed.
    """
    time.sleep(3)
    viewer.type(one.answer)


def did_what_was_allowed(one):
    made = os.path.join(SHOP, "made.txt")
    one.wait_until("did what was allowed", lambda: os.path.exists(made))
    os.remove(made)


def leave(one, sid, viewers, pid):
    for viewer in viewers:
        viewer.leave()
    code, told = call("/api/sessions/%s/end" % sid, {"force": True})
    one.check("left", code == 200, (code, told))
    one.wait_until("is outside again", lambda: outside())
    one.check("runs on", os.path.exists("/proc/%d" % pid))


def joined(one, pid):
    """It asks; two join, one answers, both leave. -> its session"""
    row = one.wait_until("is seen in its pane", lambda: outside(where="tmux", place="main:0.0"))
    sid = row["id"]
    one.check("can be joined", row["elsewhere"]["join"], row["elsewhere"])
    one.check("its session is %s" % ("sure" if one.sure else "probable"), row["elsewhere"]["sure"] == one.sure, row["elsewhere"])
    wait_until(one.name + ": asks", lambda: tmux.shows(one.dialog))
    if one.waits is None:
        one.check("what it does is not known", outside()["elsewhere"]["status"] == "unknown", rows())
    else:
        began = time.time()
        one.wait_until("waits", lambda: outside(status="waiting", where="tmux"))
        asked = outside()["question"]["text"]
        one.check("waits for %r" % one.waits, one.waits in asked, asked)
        say("%.2f s after its dialog: %s" % (time.time() - began, asked))
    second_is_refused(one, sid)
    before = tmux.size()
    viewers = []
    for number in (1, 2):  # the first one types
        viewers.append(Viewer(sid, "join=1&%s&viewer=v%d" % (one.room, number)))
        wait_until(one.name + ": both viewers see the dialog", lambda v=viewers[-1]: v.shows(one.dialog))
    one.check("both viewers see the dialog", True)
    say("joined, svc reads from its screen: %s" % proof.svc("status", sid, "--explain").stdout.strip().replace("\n", " / "))
    answer(one, viewers[0])
    one.wait_until("answered from here", lambda: not tmux.shows(one.dialog))
    one.check("the window keeps its size", tmux.size() == before == "120x40", (before, tmux.size()))
    leave(one, sid, viewers, pid)
    wait_until(one.name + ": no view is left over", lambda: tmux.do("list-sessions", "-F", "#{session_name}") == "main")
    one.check("the window has its size after", tmux.size() == "120x40", tmux.size())
    did_what_was_allowed(one)
    if one.after == "idle":
        one.wait_until("is idle", lambda: outside(status="idle"))
    else:
        one.check("what it does is not known, after", outside()["elsewhere"]["status"] == one.after, rows())
    return sid


def brought_here(one, sid, pid):
    code, told = call("/api/sessions/%s/bring-here" % sid, {"confirm": True})
    if not one.sure:
        one.check("is not ended from here", code == 409, (code, told))
        return
    one.check("brought here", code == 200, told)
    one.wait_until("has ended there", lambda: not os.path.exists("/proc/%d" % pid))
    viewer = Viewer(sid, "cols=100&rows=30")
    one.wait_until("goes on here with what was said", lambda: viewer.shows(PROMPT))
    row = call("/api/sessions/" + sid)[1]
    one.check("runs under svc", row["live"] is True and row["elsewhere"] is None, (row["live"], row["elsewhere"]))
    call("/api/sessions/%s/end" % sid, {"force": True})
    viewer.leave()


def closed(one, pid):
    """Gemini CLI lives on without a terminal now and then, which svc has to say as long as it is so."""
    tmux.close()
    for _ in range(40):
        if not os.path.exists("/proc/%d" % pid):
            break
        time.sleep(0.25)
    else:
        say("%s lives on behind its terminal" % one.name)
        one.check("is said to run on", rows(), rows())
        os.killpg(pid, signal.SIGTERM)
    one.wait_until("nothing is left", lambda: not rows())


def in_tmux(one):
    """-> its session"""
    pid = tmux.open(one.command)
    wait_until(one.name + ": is at its prompt", lambda: tmux.shows(one.ready))
    tmux.say(PROMPT)
    sid = joined(one, pid)
    brought_here(one, sid, pid)
    closed(one, pid)
    return sid


def resumed(name, command, sid):
    """Its words name the session, so that svc is sure of it; what it does is as above."""
    one = Started(name, command, "", "", "", None, True)
    pid = tmux.open(command)
    row = one.wait_until("is seen in its pane", lambda: outside(where="tmux", place="main:0.0"))
    one.check("is on that session, for sure", row["id"] == sid and row["elsewhere"]["sure"], row)
    wait_until(name + ": shows what was said", lambda: tmux.shows(PROMPT))
    second_is_refused(one, sid)
    brought_here(one, sid, pid)
    closed(one, pid)


def native(sid):
    return sid.split(":", 1)[1]


def claude():
    in_tmux(Started("Claude Code", [CLAUDE, "--permission-mode", "manual"], "❯", "Do you want to proceed", "1", "permission", True))


def claude_in_background():
    one = Started("Claude Code --bg", [], "", "Do you want to proceed", "1", "Bash", True)
    said = call_there(CLAUDE, "--bg", "--permission-mode", "manual", PROMPT)
    row = wait_until(one.name + ": is seen", lambda: outside(where="background"))
    one.check("is seen", row["elsewhere"]["join"], (row, said))
    wait_until(one.name + ": waits", lambda: outside(where="background", status="waiting"))
    asked = outside()["question"]["text"]
    one.check("waits for %r" % one.waits, one.waits in asked, asked)
    sid = row["id"]
    second_is_refused(one, sid)
    viewer = Viewer(sid, "join=1&cols=100&rows=30")
    one.wait_until("the dialog is seen here", lambda: viewer.shows(one.dialog))
    answer(one, viewer)
    one.wait_until("answered from here", lambda: call("/api/sessions/" + sid)[1]["status"] in ("idle", "working"))
    did_what_was_allowed(one)
    viewer.leave()
    call("/api/sessions/%s/end" % sid, {"force": True})
    one.wait_until("runs on in the background", lambda: outside(where="background"))
    code, told = call("/api/sessions/%s/bring-here" % sid, {"confirm": True})
    one.check("is not ended from here", code == 409, (code, told))
    call_there(CLAUDE, "stop", native(sid)[:8])
    one.wait_until("nothing is left", lambda: not rows())


def claude_in_screen():
    one = Started("Claude Code in GNU screen", [], "❯", "Do you want to proceed", "1", "permission", True)
    if not shutil.which("screen"):
        return one.check("is tried", False, "GNU screen is not installed, so nothing was tried in it")
    do = lambda *args: call_there("screen", "-S", "main", "-p", "0", "-X", *args)
    seen = os.path.join(HOME, "screen-window")
    os.mkdir(SCREENS, 0o700)

    def shows(words):
        """A hardcopy would disturb: screen tells of it in the window, and holds the program's output back meanwhile."""
        with open(seen, "rb") as fh:
            return has(plain(fh.read()), words)

    proof.write(seen, "")
    client = looks(40, "screen -U -c /dev/null -S main", CLAUDE, "--permission-mode manual", seen=seen)
    try:
        wait_until(one.name + ": is at its prompt", lambda: shows(one.ready))
        do("stuff", PROMPT)
        wait_until("what is typed is on the screen", lambda: shows(PROMPT))
        time.sleep(1)
        do("stuff", "\r")
        row = one.wait_until("is seen in its window", lambda: outside(where="screen", place="main:0", status="waiting"))
        viewer = Viewer(row["id"], "join=1&cols=120&rows=40")
        one.wait_until("the dialog is seen here", lambda: viewer.shows(one.dialog))
        answer(one, viewer)
        did_what_was_allowed(one)
        viewer.leave()
        code, told = call("/api/sessions/%s/end" % row["id"], {"force": True})
        one.check("left", code == 200, (code, told))
        one.wait_until("runs on", lambda: outside(where="screen", status="idle"))
    finally:
        do("quit")
        client.kill()
        client.wait()
    one.wait_until("nothing is left", lambda: not rows())


def codex():
    in_tmux(Started("Codex", [CODEX, "--no-daemon"], "gpt-5.1-codex", "Would you like to run", "y", None, True,
                    WHOLE))


def codex_with_server():
    one = Started("Codex with its server", [CODEX], "gpt-5.1-codex", "", "", None, True)
    tmux.open(one.command)
    wait_until(one.name + ": is at its prompt", lambda: tmux.shows(one.ready))
    tmux.say("Say hello to the team")
    wait_until(one.name + ": has answered", lambda: tmux.shows("Hello from the fake"))
    row = one.wait_until("is seen at the server", lambda: outside(where="daemon"))
    one.check("can be joined, and is sure", row["elsewhere"]["join"] and row["elsewhere"]["sure"], row["elsewhere"])
    sid = row["id"]
    viewer = Viewer(sid, "join=1&cols=100&rows=30")
    one.wait_until("is joined through the server", lambda: viewer.shows("Hello from the fake model"))
    viewer.leave()
    call("/api/sessions/%s/end" % sid, {"force": True})
    one.wait_until("runs on", lambda: outside(where="daemon"))
    code, told = call("/api/sessions/%s/bring-here" % sid, {"confirm": True})
    one.check("is not ended from here", code == 409, (code, told))
    tmux.close()
    call_there(CODEX, "app-server", "daemon", "stop")
    one.wait_until("nothing is left", lambda: not rows())


def opencode():
    sid = in_tmux(Started("opencode", [OPENCODE], "Ask anything", "Permission required", "\r", None, False,
                          WHOLE, "unknown"))
    resumed("opencode -s", [OPENCODE, "-s", native(sid)], sid)


def opencode_with_port():
    in_tmux(Started("opencode --port", [OPENCODE, "--port", str(OPENCODE_PORT)], "Ask anything", "Permission required",
                    "\r", "bash: touch made.txt", False, WHOLE))


def gemini():
    sid = in_tmux(Started("Gemini CLI", [GEMINI, "-m", "gemini-2.5-flash"], "Type your message", "Allow execution", "1",
                          None, False, WHOLE, "unknown"))
    resumed("Gemini CLI --resume", [GEMINI, "-m", "gemini-2.5-flash", "--resume", native(sid)], sid)


def kimi():
    in_tmux(Started("Kimi Code", [KIMI], "No session yet", "Run this command?", "1", "touch made.txt", False,
                    WHOLE))


ALL = (claude, claude_in_background, claude_in_screen, codex, codex_with_server, opencode, opencode_with_port, gemini, kimi)


def main():
    command = "touch made.txt; echo ran"  # nothing that a program allows by itself
    asks = {"sandbox_permissions": "require_escalated", "justification": "May I run this?"}
    said = proof.scenario()
    said["rules"].insert(0, {"match": PROMPT, "steps": [{"text": "I make the file.", "tools": [{"one_of": [
        {"name": "Bash", "input": {"command": command, "description": "Make the file"}},
        {"name": "exec_command", "input": dict(asks, cmd=command)},
        {"name": "shell_command", "input": dict(asks, command=command)}]}]}, {"text": "It is made."}]})
    args = {"command": command, "description": "Make the file"}
    proof.claude_settings(SHOP)
    proof.codex_settings(SHOP)
    proof.opencode_settings(permission={"bash": "ask"})
    proof.gemini_settings()
    proof.kimi_settings(SHOP)
    proof.start_models(said, {"default": "Understood.", "helpers": proof.helpers(), "rules": [
        {"match": PROMPT, "steps": [{"text": "I make the file.", "tools": [{"name": "bash", "args": args}],
                                     "gtools": [{"name": "run_shell_command", "args": args}]}, {"text": "It is made."}]}]}, [
        {"match": PROMPT, "steps": [{"text": "I make the file.", "tools": [{"name": "Bash", "args": args}]},
                                    {"text": "It is made."}]}])
    proof.start_svc(SVC_ENV)
    wanted = sys.argv[6:]
    for step in ALL:
        if wanted and step.__name__ not in wanted:
            continue
        try:
            step()
        except proof.GaveUp:
            print(tmux.screen(), flush=True)
            tmux.close()
            Viewer.all.clear()


proof.prove(main)

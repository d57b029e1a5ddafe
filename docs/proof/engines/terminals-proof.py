#!/usr/bin/env python3
"""The part of terminals.sh that runs without a network: real programs in terminals of svc, and beside it."""
import glob, json, os, subprocess, sys, time, urllib.parse, urllib.request, uuid

import proof
from proof import ADDRESS, HOME, LAB, SHOP, call, check, get, write
from viewer import Viewer

PI_MODULES, COPILOT_MODULES, KILO_MODULES, QWEN_MODULES, GROK_MODULES = sys.argv[5:10]
WANTED = sys.argv[10:]
LAB_URL = "http://127.0.0.1:%d/v1" % LAB
HELLO, MAKE, AGAIN = "Say hello to the shop", "Make the file of the proof", "What else is there"
LONG = "Tell a long story of the shop"
MADE = os.path.join(SHOP, "made.txt")
COMMAND = "rm -f old.txt; touch made.txt"  # Grok asks only before something goes
TOOLS = {"bash": {"command": COMMAND, "description": "make a file"},
         "run_shell_command": {"command": COMMAND, "description": "make a file", "is_background": False},
         "run_terminal_command": {"command": COMMAND, "description": "make a file"}}
SETTINGS = {
    "PI_OFFLINE": "1", "PI_TELEMETRY": "0", "PI_SKIP_VERSION_CHECK": "1", "LAB_KEY": "none",
    "COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": LAB_URL, "COPILOT_PROVIDER_API_KEY": "none",
    "COPILOT_MODEL": "lab-model", "COPILOT_AUTO_UPDATE": "false",
    "OPENAI_API_KEY": "none", "OPENAI_MODEL": "lab-model", "OPENAI_BASE_URL": LAB_URL, "QWEN_DISABLE_AUTO_TITLE": "1",
    "GROK_DISABLE_AUTOUPDATER": "1", "GROK_TELEMETRY_ENABLED": "false",
    "KILO_DISABLE_AUTOUPDATE": "1", "KILO_DISABLE_MODELS_FETCH": "1", "KILO_DISABLE_LSP_DOWNLOAD": "1",
    "KILO_TELEMETRY_LEVEL": "off", "KILO_DISABLE_SESSION_INGEST": "1", "KILO_NO_DAEMON": "1"}


class Program:
    """@param tool the name that it has for a shell; None where it never asks
    @param allow the key that allows a command this once
    @param mints whether it makes up its own ids, so that it is begun under a placeholder
    @param puts_back whether a prompt stands in its box again after Esc
    """

    def __init__(self, engine, command, tool, allow="\r", mints=False, puts_back=False):
        self.engine, self.command, self.tool, self.allow = engine, command, tool, allow
        self.mints, self.puts_back = mints, puts_back


PROGRAMS = {
    "copilot": Program(7, (glob.glob(os.path.join(COPILOT_MODULES, "@github", "copilot-linux*", "copilot")) + [""])[0], "bash"),
    "kilo": Program(8, os.path.join(KILO_MODULES, ".bin", "kilo"), "bash", mints=True),
    "pi": Program(9, os.path.join(PI_MODULES, ".bin", "pi"), None),
    "qwen": Program(10, os.path.join(QWEN_MODULES, ".bin", "qwen"), "run_shell_command", puts_back=True),
    "grok": Program(11, os.path.join(GROK_MODULES, ".bin", "grok"), "run_terminal_command", "2"),
}
ENV = dict(proof.BASE, **SETTINGS)
SVC_ENV = dict(ENV, **proof.SVC_ENV, SVC_PASS_ENV="LAB_KEY",
               **{"SVC_ENGINE%d_BIN" % one.engine: one.command for one in PROGRAMS.values()})


def rules(tool):
    told = [{"match": HELLO, "steps": [{"text": "The shop says hello, too."}]},
            {"match": AGAIN, "steps": [{"text": "There is a README besides."}]},
            {"match": LONG, "steps": [{"text": "Once upon a time. " * 400, "delay": 5}]}]
    return told if tool is None else told + [{"match": MAKE, "steps": [
        {"text": "It is made.", "tools": [{"name": tool, "args": TOOLS[tool]}]}, {"text": "It is there now."}]}]


def settings():
    write(os.path.join(HOME, ".pi", "agent", "models.json"), {"providers": {"lab": {
        "baseUrl": LAB_URL, "api": "openai-completions", "apiKey": "LAB_KEY",
        "models": [{"id": "lab-model", "name": "lab-model", "reasoning": False, "input": ["text"],
                    "contextWindow": 128000, "maxTokens": 4096,
                    "cost": {"input": 1, "output": 2, "cacheRead": 0, "cacheWrite": 0}}]}}})
    write(os.path.join(HOME, ".pi", "agent", "settings.json"), {"defaultProvider": "lab", "defaultModel": "lab-model"})
    write(os.path.join(HOME, ".qwen", "settings.json"),
          {"security": {"auth": {"selectedType": "openai"}}, "tools": {"approvalMode": "default"}})
    write(os.path.join(HOME, ".grok", "config.toml"), """[models]
default = "lab"
[model.lab]
model = "lab-model"
base_url = "%s"
api_key = "none"
context_window = 128000
""" % LAB_URL)
    write(os.path.join(HOME, ".copilot", "config.json"), {"trusted_folders": [SHOP], "trustedFolders": [SHOP]})
    write(os.path.join(HOME, ".config", "kilo", "opencode.json"), {
        "model": "lab/lab-model", "small_model": "lab/lab-model", "autoupdate": False, "share": "disabled",
        "enabled_providers": ["lab"], "permission": {"bash": "ask"},
        "provider": {"lab": {"npm": "@ai-sdk/openai-compatible", "name": "Lab",
                             "options": {"baseURL": LAB_URL, "apiKey": "none"},
                             "models": {"lab-model": {"name": "Lab", "limit": {"context": 128000, "output": 8192}}}}}})


def path(sid, rest=""):
    return "/api/sessions/" + urllib.parse.quote(sid, safe="") + rest


def row(sid):
    """Also under the placeholder that it was begun with."""
    return get(path(sid))


def text(sid):
    try:
        with urllib.request.urlopen(ADDRESS + path(sid, "/export?format=md"), timeout=60) as answer:
            return answer.read().decode()
    except OSError:
        return ""


class Tried:
    """One program, from its first prompt to its end."""

    def __init__(self, name):
        self.name, self.program = name, PROGRAMS[name]
        self.sid = "engine_%d:%s%s" % (self.program.engine, "new-" if self.program.mints else "", uuid.uuid4())
        self.viewer = None

    def wait(self, what, condition):
        value = proof.wait_until(self.name + ": " + what, condition, lambda: "gave up waiting; row: %s\nscreen: %s" % (
            json.dumps(row(self.sid)), self.viewer.plain()[-1500:] if self.viewer else ""))
        check(self.name + ": " + what, True)
        return value

    def check(self, what, ok, detail=""):
        return check(self.name + ": " + what, ok, detail)

    def opened(self, query):
        if self.viewer:
            self.viewer.leave()
        self.viewer = Viewer(self.sid, query + "&cols=120&rows=40")

    def idle(self, what):
        self.wait(what, lambda: row(self.sid).get("status") == "idle")
        time.sleep(3)  # what is typed right after the first picture can be lost

    def told(self, words):
        """A program that draws its first picture is refused words until there is a prompt."""
        self.wait("takes: " + words, lambda: call(path(self.sid, "/send"), {"text": words})[0] == 200)

    def says(self, words):
        self.wait("says: " + words, lambda: words in text(row(self.sid).get("id", self.sid)))

    def allowed(self):
        self.told(MAKE)
        self.wait("waits for its permission", lambda: row(self.sid).get("status") == "waiting")
        self.check("has not done it yet", not os.path.exists(MADE))
        time.sleep(3)
        self.viewer.type(self.program.allow)
        self.wait("did what was allowed", lambda: os.path.exists(MADE))
        os.remove(MADE)
        self.idle("is idle after it")
        self.says("It is there now.")

    def taken_back(self):
        """Esc in an answer puts the prompt back into its box: nothing is sent behind it."""
        self.told(LONG)
        self.wait("is at work on a long answer", lambda: row(self.sid).get("status") == "working")
        time.sleep(3)
        self.viewer.type("\x1b")
        self.wait("refuses words behind a prompt that Esc has put back", 
                  lambda: '"text"' in str(call(path(self.sid, "/send"), {"text": AGAIN})[1]))
        self.viewer.type("\x15")
        self.told(AGAIN)
        self.idle("is idle after that, too")

    def ended(self):
        code, answer = call(path(self.sid, "/end"), {"force": True})
        self.check("is asked to end", code == 200, (code, answer))
        self.wait("has ended", lambda: not row(self.sid).get("live"))

    def known(self, messages):
        one = row(self.sid)
        self.sid = one["id"]
        self.check("is one session", [r["id"] for r in get("/api/sessions?engine=" + self.name)["sessions"]] == [self.sid],
                   get("/api/sessions?engine=" + self.name))
        self.check("has its folder", one["cwd"] == SHOP, one)
        self.check("has all messages", one["message_count"] == messages, one)
        self.wait("is found by what it said", lambda: any(
            group["session"]["id"] == self.sid if "session" in group else group.get("id") == self.sid
            for group in get("/api/search?q=" + urllib.parse.quote("README besides")).get("groups", [])))
        self.wait("has used something", lambda: get(path(self.sid, "/usage")).get("rows"))

    def outside(self):
        """Somebody's own window."""
        with open(os.path.join(HOME, self.name + ".window"), "wb") as seen:
            window = subprocess.Popen(["script", "-qfec", "stty rows 40 cols 120; exec " + self.program.command, "/dev/null"],
                                      env=ENV, cwd=SHOP, stdin=subprocess.PIPE, stdout=seen, stderr=subprocess.STDOUT,
                                      start_new_session=True)
        proof.started.append(window)

        def elsewhere():
            return [r for r in get("/api/sessions?live=1&engine=" + self.name).get("sessions", [])
                    if r["live"] == "elsewhere"]

        typed = time.time()

        def begun():
            """Keys that come before its first picture are lost: they are typed again, as a person would."""
            nonlocal typed
            if time.time() - typed > 20:
                for key in "Look at the shop":
                    window.stdin.write(key.encode())
                    window.stdin.flush()
                    time.sleep(0.05)
                time.sleep(1)
                window.stdin.write(b"\r")
                window.stdin.flush()
                typed = time.time()
            return len(elsewhere()) == 1

        self.wait("outside svc, the list says so", begun)
        window.kill()
        os.killpg(window.pid, 9) if window.poll() is None else None


def tried(name):
    one = Tried(name)
    write(os.path.join(HOME, "rules.json"), rules(one.program.tool))
    write(os.path.join(SHOP, "old.txt"), "x\n")
    one.opened("new=1&cwd=" + urllib.parse.quote(SHOP))
    one.idle("is idle when it is begun")
    one.told(HELLO)
    one.says("The shop says hello, too.")
    one.idle("is idle after its answer")
    if one.program.tool:
        one.allowed()
    one.ended()
    one.sid = row(one.sid)["id"]
    one.opened("")
    one.idle("is idle when it is resumed")
    one.told(AGAIN)
    one.says("There is a README besides.")
    one.idle("is idle in the end")
    one.known(7 if one.program.tool else 4)
    if one.program.puts_back:
        one.taken_back()
    one.ended()
    one.outside()


def body():
    settings()
    write(os.path.join(HOME, "rules.json"), [])
    proof.start([sys.executable, "-B", os.path.join(proof.HERE, "kimi-model.py"), "--port", str(LAB),
                 "--rules", os.path.join(HOME, "rules.json")], proof.BASE)
    proof.wait_until("the model listens", lambda: proof.listens(LAB))
    proof.start_svc(SVC_ENV)
    for name in WANTED or PROGRAMS:
        try:
            tried(name)
        except proof.GaveUp:
            pass


proof.prove(body)

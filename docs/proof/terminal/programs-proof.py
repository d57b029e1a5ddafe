#!/usr/bin/env python3
"""The part of programs.sh that runs without a network: real programs in svc's terminals."""
import glob, hashlib, json, os, re, shutil, socket, subprocess, sys, tempfile, time, urllib.request, uuid
from termsocket import Closed, TermSocket

ROOT, CLAUDE_CODEX, OPENCODE, GEMINI, KIMI = sys.argv[1:6]
WANTED = sys.argv[6:] or ["claude", "codex", "opencode", "gemini", "kimi"]
HERE = os.path.dirname(os.path.abspath(__file__))
ENGINES = os.path.join(HERE, "..", "engines")
HOME = os.path.realpath(tempfile.mkdtemp(prefix="svc-proof-term-", dir="/var/tmp"))
SHOP = os.path.join(HOME, "code", "shop")
KEY = "dummy-key-of-the-proof"
PORT, MODEL, OPEN_MODEL, KIMI_MODEL = 18765, 18080, 8799, 8791
FIRST, SECOND = "Say hello to the team", "Tell me once more"
ANSWERS = {FIRST: "Hello from the scripted model.", SECOND: "The same answer for the second time."}
NUMBER = {"claude": 1, "codex": 2, "opencode": 3, "gemini": 4, "kimi": 6}
MINTS = {"codex", "opencode", "kimi"}
failures = []


def check(what, ok, detail=""):
    print("%-7s %s%s" % ("ok" if ok else "FAILED", what, "" if ok else ": " + str(detail)[-1500:]), flush=True)
    if not ok:
        failures.append(what)
    return ok


def write(path, value, mode=0o600):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(value if isinstance(value, str) else json.dumps(value))
    os.chmod(path, mode)


def wrapper(name, *command):
    path = os.path.join(HOME, "bin", name)
    write(path, "#!/bin/sh\nexec %s \"$@\"\n" % " ".join("'%s'" % part for part in command), 0o700)
    return path


def furnish():
    """Every program's settings: the scripted model, no questions at the start, nothing that phones home."""
    os.makedirs(SHOP)
    write(os.path.join(SHOP, "README.md"), "# shop\n")
    write(os.path.join(HOME, ".claude.json"), {
        "hasCompletedOnboarding": True, "theme": "dark", "projects": {SHOP: {"hasTrustDialogAccepted": True, "allowedTools": []}},
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}})
    write(os.path.join(HOME, ".codex", "config.toml"), """model = "gpt-5.1-codex"
model_provider = "fake"
check_for_update_on_startup = false
[features]
daemon_auto_start = false
[analytics]
enabled = false
[tui]
screen_reader_detection_done = true
[model_providers.fake]
name = "Fake"
base_url = "http://127.0.0.1:%d/v1"
env_key = "CODEX_FAKE_KEY"
wire_api = "responses"
[projects."%s"]
trust_level = "trusted"
""" % (MODEL, SHOP))
    write(os.path.join(HOME, ".config", "opencode", "opencode.json"), {
        "model": "demo/demo-large", "small_model": "demo/demo-large", "autoupdate": False, "share": "disabled",
        "enabled_providers": ["demo"], "provider": {"demo": {
            "npm": "@ai-sdk/openai-compatible", "name": "Demo",
            "options": {"baseURL": "http://127.0.0.1:%d/v1" % OPEN_MODEL, "apiKey": KEY},
            "models": {"demo-large": {"name": "Demo", "limit": {"context": 128000, "output": 8192}}}}}})
    write(os.path.join(HOME, ".gemini", "settings.json"), {
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
        "model": {"name": "gemini-2.5-flash"}, "general": {"enableAutoUpdate": False}, "telemetry": {"enabled": False},
        "privacy": {"usageStatisticsEnabled": False}})
    write(os.path.join(HOME, ".kimi-code", "config.toml"), """default_model = "lab"
telemetry = false
[providers.lab]
type = "openai"
base_url = "http://127.0.0.1:%d/v1"
api_key = "none"
[models.lab]
provider = "lab"
model = "lab-model"
max_context_size = 131072
""" % KIMI_MODEL)
    rules = [{"match": question, "steps": [{"text": answer}] * 3} for question, answer in ANSWERS.items()]
    write(os.path.join(HOME, "open.json"), {"default": "Understood.", "rules": rules,
                                            "helpers": [{"name": "title", "when": "title generator", "rules": [],
                                                         "default": "A title of its own"}]})
    write(os.path.join(HOME, "claude.json"), {"default": "Understood.", "models": ["fake-small"],
                                              "helpers": [], "rules": rules})
    write(os.path.join(HOME, "kimi.json"), rules)
    trust_in_kimi(SHOP)


def trust_in_kimi(folder):
    """What answering its question about the folder with yes leaves behind."""
    slug = re.sub(r"[^A-Za-z0-9._-]", "-", os.path.basename(folder)).strip("-").lower()
    bucket = "wd_%s_%s" % (slug, hashlib.sha256(folder.encode()).hexdigest()[:12])
    write(os.path.join(HOME, ".kimi-code", "workspace-trust", bucket), {"root": folder, "trustedAt": int(time.time() * 1000)})


def programs():
    node = os.path.join(KIMI, "node", "bin", "node")
    found = {
        "claude": glob.glob(os.path.join(CLAUDE_CODEX, "@anthropic-ai", "claude-code-linux-*", "claude"))[0],
        "codex": glob.glob(os.path.join(CLAUDE_CODEX, "@openai", "codex-linux-*", "vendor", "*", "bin", "codex"))[0],
        "opencode": os.path.join(OPENCODE, ".bin", "opencode"),
        "gemini": wrapper("gemini", shutil.which("node"), os.path.join(GEMINI, "@google", "gemini-cli", "bundle", "gemini.js")),
        "kimi": wrapper("kimi", node, os.path.join(KIMI, "@moonshot-ai", "kimi-code", "dist", "main.mjs")),
    }
    return {"SVC_ENGINE%d_BIN" % NUMBER[name]: path for name, path in found.items()}


def serve():
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
    server = os.path.join(ROOT, "server")
    environment = {
        "HOME": HOME, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "SVC_AUTH_MODE": "none", "SVC_PORT": str(PORT),
        "SVC_HOME": os.path.join(HOME, "svc"), "SVC_WEB_DIST": os.path.join(ROOT, "web", "dist"), **programs(),
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:%d" % MODEL, "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "CODEX_FAKE_KEY": KEY, "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1", "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
        "GEMINI_API_KEY": KEY, "GEMINI_CLI_TRUST_WORKSPACE": "true", "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:%d" % OPEN_MODEL,
        "KIMI_DISABLE_TELEMETRY": "1", "KIMI_CODE_NO_AUTO_UPDATE": "1"}
    log = open(os.path.join(HOME, "server.log"), "w")
    return subprocess.Popen([java, "@jvm.options", "-jar", "target/svc.jar", "serve"], cwd=server, env=environment,
                            stdout=log, stderr=log)


def models():
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    python = sys.executable
    return [
        subprocess.Popen([python, os.path.join(ENGINES, "model", "server.py"), "--port", str(MODEL), "--scenario",
                          os.path.join(HOME, "claude.json")], **quiet),
        subprocess.Popen([python, os.path.join(ENGINES, "opencode-gemini-model.py"), str(OPEN_MODEL),
                          os.path.join(HOME, "open.json")], **quiet),
        subprocess.Popen([python, os.path.join(ENGINES, "kimi-model.py"), "--port", str(KIMI_MODEL), "--rules",
                          os.path.join(HOME, "kimi.json")], **quiet)]


def await_port(port, seconds=90):
    end = time.time() + seconds
    while time.time() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    sys.exit("nothing answers on port %d:\n%s" % (port, open(os.path.join(HOME, "server.log")).read()))


class Api:
    def __init__(self):
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.cookie = ""
        self.csrf = self.call("GET", "/api/config")["csrf_token"]

    def call(self, method, path, body=None):
        request = urllib.request.Request("http://127.0.0.1:%d%s" % (PORT, path), method=method,
                                         data=None if body is None else json.dumps(body).encode())
        request.add_header("Origin", "http://127.0.0.1:%d" % PORT)
        request.add_header("Content-Type", "application/json")
        if self.cookie:
            request.add_header("Cookie", self.cookie)
            request.add_header("X-CSRF-Token", self.csrf)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                self.cookie = self.cookie or (answer.headers.get("Set-Cookie") or "").split(";")[0]
                text = answer.read()
                return json.loads(text) if text else {}
        except urllib.error.HTTPError as refused:
            return {"status_code": refused.code, **json.loads(refused.read() or b"{}")}

    def row(self, sid):
        row = self.call("GET", "/api/sessions/" + sid)
        return row if "id" in row else {}


def wait_for(what, seconds=40):
    end = time.time() + seconds
    while time.time() < end:
        found = what()
        if found:
            return found
        time.sleep(0.3)
    return None


def ask(terminal, question, name, when):
    """Types a question and waits for the answer of the scripted model behind it."""
    terminal.until(lambda: len(terminal.fresh()) > 500, 60)  # keys that come before the program reads are lost
    terminal.settle(5, 40)
    answer = ANSWERS[question].replace(" ", "")
    typed = question
    if name == "opencode":  # draws its prompt long before it reads
        terminal.until(lambda: echoes(terminal, question[0]), 90)
        typed = question[1:]
    terminal.type(typed)
    answered = terminal.until(lambda: answer in terminal.shown(), 60)
    return check("%s %s answers in its terminal" % (name, when), answered, terminal.shown())


def echoes(terminal, key):
    """Types one key and says whether it shows up; one that comes too early is lost."""
    before = len(terminal.shown())
    terminal.keys(key)
    terminal.settle(1, 3)
    return key in terminal.shown()[before:]


def prove(name, api):
    engine = "engine_%d" % NUMBER[name]
    sid = "%s:%s%s" % (engine, "new-" if name in MINTS else "", uuid.uuid4())
    terminal = TermSocket(PORT, sid, new=1, cwd=SHOP, viewer="proof")
    if not ask(terminal, FIRST, name, "started anew"):
        terminal.close()
        return
    if name in MINTS:
        adopted = terminal.until(lambda: [c for c in terminal.controls if c["t"] == "adopted"], 60)
        if not check("%s: the placeholder was adopted" % name, adopted, terminal.controls):
            return
        placeholder, sid = sid, adopted[0]["sid"]
        check("%s: the placeholder's id leads to the same row" % name, api.row(placeholder).get("id") == sid, api.row(placeholder))
    row = wait_for(lambda: api.row(sid).get("first_message") and api.row(sid))
    check("%s: the row says that it lives and what was asked" % name,
          row and row["live"] is True and FIRST in row["first_message"], api.row(sid))
    status = wait_for(lambda: api.row(sid).get("status") == "idle")
    check("%s: it is idle at its prompt" % name, status, api.row(sid))
    only = [r["id"] for r in api.call("GET", "/api/sessions?engine=%s&archived=all" % engine)["sessions"]]
    check("%s: one row and never two" % name, only == [sid], only)
    refused = api.call("POST", "/api/sessions/%s/archive" % sid, {})
    check("%s: archiving a running session is refused" % name, refused.get("status_code") == 409, refused)
    ended = api.call("POST", "/api/sessions/%s/archive" % sid, {"end": True})
    check("%s: archiving ends it where that is asked for" % name, ended.get("archived") is True and ended.get("live") is False, ended)
    closed = None
    try:
        terminal.until(lambda: False, 15)
    except Closed as end:
        closed = end.code
    check("%s: its socket closed with 4410" % name, closed == 4410, closed)
    check("%s: it comes back" % name, api.call("POST", "/api/sessions/%s/unarchive" % sid).get("archived") is False)
    resume(name, api, sid)


def resume(name, api, sid):
    messages = api.row(sid).get("message_count") or 0
    terminal = TermSocket(PORT, sid, viewer="proof")
    again = terminal.until(lambda: FIRST.replace(" ", "") in terminal.shown(), 60)
    check("%s: resumed it shows the first question" % name, again, terminal.shown())
    if ask(terminal, SECOND, name, "resumed"):
        more = wait_for(lambda: (api.row(sid).get("message_count") or 0) > messages)
        check("%s: the same session has grown" % name, more, api.row(sid))
    check("%s: adopted, ended and resumed it is one row still" % name,
          [r["id"] for r in api.call("GET", "/api/sessions?engine=engine_%d&archived=all" % NUMBER[name])["sessions"]] == [sid])
    api.call("POST", "/api/sessions/%s/archive" % sid, {"end": True})
    terminal.close()


def main():
    furnish()
    running = models()
    server = serve()
    try:
        await_port(PORT)
        api = Api()
        for name in WANTED:
            try:
                prove(name, api)
            except (Closed, OSError) as broken:
                check("%s: its terminal stays open" % name, False, broken)
    finally:
        server.terminate()
        server.wait()
        for model in running:
            model.kill()
            model.wait()
        if failures:
            print("kept for a look: " + HOME)
        else:
            shutil.rmtree(HOME, ignore_errors=True)
    print("%d failures" % len(failures))
    sys.exit(1 if failures else 0)


main()

#!/usr/bin/env python3
"""The part of vault.sh that runs without a network: makes sessions with the real programs, deletes and restores them."""
import glob, json, os, re, shutil, subprocess, sys, tempfile, time, urllib.request

ROOT, CLAUDE_CODEX, OPENCODE_MODULES, GEMINI_MODULES, KIMI_MODULES = sys.argv[1:6]
HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.realpath(tempfile.mkdtemp(prefix="svc-proof-vault-", dir="/var/tmp"))
SHOP = os.path.join(HOME, "code", "shop")
MOVED = os.path.join(HOME, "work", "the.shop")
KEY = "dummy-key-of-the-proof"
MODEL, DEMO, LAB, SVC = 18080, 18081, 18082, 18083
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
BASE = {"HOME": HOME, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}
SVC_ENV = dict(BASE, SVC_HOME=os.path.join(HOME, "svc"), SVC_PORT=str(SVC), SVC_AUTH_MODE="none",
               SVC_WEB_DIST=os.path.join(HOME, "page"))
ADDRESS = "http://127.0.0.1:%d" % SVC
failures = []


def check(what, ok, detail=""):
    print("%-7s %s%s" % ("ok" if ok else "DIFFERS", what, "" if ok else ": " + str(detail)), flush=True)
    if not ok:
        failures.append(what)
    return ok


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(value if isinstance(value, str) else json.dumps(value))


def run(command, env, cwd=SHOP):
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)


def wait_until(what, condition, seconds=120):
    end = time.time() + seconds
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.2)
    sys.exit("gave up waiting until " + what)


def get(path):
    try:
        with urllib.request.urlopen(ADDRESS + path, timeout=20) as answer:
            return json.load(answer)
    except OSError:
        return {}


def svc(*args):
    return run([JAVA, "@" + os.path.join(ROOT, "server", "jvm.options"), "-jar",
                os.path.join(ROOT, "server", "target", "svc.jar"), *args], SVC_ENV, HOME)


def turns(sid):
    """What was said, as svc shows it."""
    return [(t["role"], t["text"]) for t in get("/api/sessions/" + sid + "/history?format=json").get("turns", [])]


class Program:
    """One program: how it makes, deletes and resumes a session."""

    def __init__(self, name, engine, command, env):
        self.name, self.engine, self.command, self.env = name, engine, command, dict(BASE, **env)
        self.folder = SHOP

    def ask(self, *args):
        return run(self.command + list(args), self.env, self.folder)

    def settle(self):
        pass


class Claude(Program):
    def __init__(self):
        found = glob.glob(os.path.join(CLAUDE_CODEX, "@anthropic-ai", "claude-code-linux-*", "claude"))
        super().__init__("Claude Code", 1, found[:1], {
            "ANTHROPIC_BASE_URL": "http://127.0.0.1:%d" % MODEL, "ANTHROPIC_API_KEY": KEY, "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1"})
        write(os.path.join(HOME, ".claude.json"), {
            "hasCompletedOnboarding": True, "projects": {
                folder: {"hasTrustDialogAccepted": True, "allowedTools": []} for folder in (SHOP, MOVED)},
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}})

    def make(self):
        made = json.loads(self.ask("-p", "--output-format", "json", "Say hello to the team").stdout)["session_id"]
        self.resume(made)
        return made

    def resume(self, native):
        return self.ask("-p", "--output-format", "json", "--resume", native, "Add an emoji, please")

    def delete(self, native):
        for file in glob.glob(os.path.join(HOME, ".claude", "projects", "*", native + "*")):
            shutil.rmtree(file) if os.path.isdir(file) else os.remove(file)


class Codex(Program):
    def __init__(self):
        found = glob.glob(os.path.join(CLAUDE_CODEX, "@openai", "codex-linux-*", "vendor", "*", "bin", "codex"))
        super().__init__("Codex", 2, found[:1] + ["-c", "features.daemon_auto_start=false"], {"FAKE_KEY": KEY})
        write(os.path.join(HOME, ".codex", "config.toml"), """model = "gpt-5.1-codex"
model_provider = "fake"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.fake]
name = "Fake"
base_url = "http://127.0.0.1:%d/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
[projects."%s"]
trust_level = "trusted"
[projects."%s"]
trust_level = "trusted"
""" % (MODEL, SHOP, MOVED))

    def make(self):
        done = self.ask("exec", "--skip-git-repo-check", "Say hello to the team")
        made = re.search(r"session id: (\S+)", done.stderr + done.stdout).group(1)
        self.resume(made)
        return made

    def resume(self, native):
        return self.ask("exec", "--skip-git-repo-check", "resume", native, "Add an emoji, please")

    def delete(self, native):
        for file in glob.glob(os.path.join(HOME, ".codex", "sessions", "*", "*", "*", "*" + native + "*")):
            os.remove(file)


class Opencode(Program):
    def __init__(self):
        super().__init__("opencode", 3, [os.path.join(OPENCODE_MODULES, ".bin", "opencode")], {
            "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD": "1", "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1"})
        write(os.path.join(HOME, ".config", "opencode", "opencode.json"), {
            "model": "demo/demo-large", "small_model": "demo/demo-large", "autoupdate": False, "share": "disabled",
            "enabled_providers": ["demo"],
            "provider": {"demo": {"npm": "@ai-sdk/openai-compatible", "name": "Demo",
                                  "options": {"baseURL": "http://127.0.0.1:%d/v1" % DEMO, "apiKey": "dummy-key"},
                                  "models": {"demo-large": {"name": "Demo", "limit": {"context": 128000, "output": 8192}}}}}})

    def make(self):
        self.ask("run", "Explain the shop")
        made = json.loads(self.ask("session", "list", "--format", "json").stdout)[0]["id"]
        self.resume(made)
        return made

    def resume(self, native):
        return self.ask("run", "-s", native, "and again")

    def delete(self, native):
        done = self.ask("session", "delete", native)
        check("opencode deletes its own session", done.returncode == 0, done.stdout + done.stderr)


class Gemini(Program):
    def __init__(self):
        super().__init__("Gemini CLI", 4, [
            "node", os.path.join(GEMINI_MODULES, "@google", "gemini-cli", "bundle", "gemini.js"), "-m", "gemini-2.5-flash"], {
            "GEMINI_API_KEY": "dummy-key", "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:%d" % DEMO})
        write(os.path.join(HOME, ".gemini", "settings.json"), {
            "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
            "general": {"enableAutoUpdate": False, "sessionRetention": {"enabled": False}},
            "telemetry": {"enabled": False}, "privacy": {"usageStatisticsEnabled": False}})

    def make(self):
        made = "11111111-2222-4333-8444-555555555555"
        self.ask("--session-id", made, "-p", "Explain the shop")
        self.resume(made)
        return made

    def resume(self, native):
        return self.ask("--resume", native, "-p", "and again")

    def delete(self, native):
        for file in glob.glob(os.path.join(HOME, ".gemini", "tmp", "*", "chats", "*" + native[:8] + "*")):
            os.remove(file)


class Kimi(Program):
    def __init__(self):
        super().__init__("Kimi Code", 6, [
            "node", os.path.join(KIMI_MODULES, "@moonshot-ai", "kimi-code", "dist", "main.mjs")], {
            "PATH": os.path.join(KIMI_MODULES, "node", "bin") + ":" + BASE["PATH"],
            "KIMI_DISABLE_TELEMETRY": "1", "KIMI_CODE_NO_AUTO_UPDATE": "1"})
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
""" % LAB)

    def make(self):
        done = self.ask("-p", "Say hello to the shop")
        made = re.search(r"session_[0-9a-f-]{36}", done.stderr + done.stdout).group(0)
        self.resume(made)
        return made

    def resume(self, native):
        return self.ask("-S", native, "-p", "And again")

    def delete(self, native):
        for folder in glob.glob(os.path.join(HOME, ".kimi-code", "sessions", "*", native)):
            shutil.rmtree(folder)


def prove(program, native):
    sid = "engine_%d:%s" % (program.engine, native)
    before = turns(sid)
    if not check("%s: two turns are in the store" % program.name, sum(r == "user" for r, _ in before) == 2, before):
        return
    program.delete(native)
    wait_until("%s's session is only in the vault" % program.name,
               lambda: get("/api/sessions/" + sid).get("kept") == "kept")
    check("%s: deleted, and read as before" % program.name, turns(sid) == before, turns(sid))
    lost = program.resume(native)
    wait_until("the list is quiet", lambda: get("/api/vault").get("pending") == 0)
    check("%s: the program itself has it no more" % program.name, turns(sid) == before, (lost.stdout, lost.stderr))
    done = svc("vault", "restore", sid)
    check("%s: svc vault restore" % program.name, done.returncode == 0, done.stdout + done.stderr)
    wait_until("%s's session is back" % program.name, lambda: get("/api/sessions/" + sid).get("kept") in ("here", "leaving"))
    done = program.resume(native)
    check("%s: the program resumes it" % program.name, done.returncode == 0, done.stdout + done.stderr)
    after = wait_until("%s's new turn is there" % program.name, lambda: len(turns(sid)) > len(before) and turns(sid))
    check("%s: with all that was said, and one turn more" % program.name,
          after[:len(before)] == before and sum(r == "user" for r, _ in after) == 3, after)


def prove_moved(program, native):
    """As on a host where the folder lies elsewhere: the old one is not there any more."""
    sid = "engine_%d:%s" % (program.engine, native)
    wait_until("%s's session is kept as it is" % program.name, lambda: get("/api/vault").get("pending") == 0
               and get("/api/sessions/" + sid).get("copied"))
    before = turns(sid)
    program.folder = MOVED
    program.delete(native)
    wait_until("%s's session is only in the vault" % program.name,
               lambda: get("/api/sessions/" + sid).get("kept") == "kept")
    done = svc("vault", "restore", "--map", SHOP + "=" + MOVED, sid)
    check("%s: svc vault restore --map" % program.name, done.returncode == 0, done.stdout + done.stderr)
    row = wait_until("%s's session is back" % program.name, lambda: get("/api/sessions/" + sid).get("kept") in (
        "here", "leaving") and get("/api/sessions/" + sid))
    check("%s: it works in the folder's new place" % program.name, row["cwd"] == MOVED, row["cwd"])
    done = program.resume(native)
    check("%s: the program resumes it there" % program.name, done.returncode == 0, done.stdout + done.stderr)
    after = wait_until("%s's new turn is there" % program.name, lambda: len(turns(sid)) > len(before) and turns(sid))
    check("%s: with all that was said, and one turn more, there" % program.name,
          after[:len(before)] == before and sum(r == "user" for r, _ in after) == 4, after)


def main():
    os.makedirs(SHOP)
    write(os.path.join(SHOP, "README.md"), "# shop\n")
    write(os.path.join(HOME, "page", "index.html"), "<!doctype html><title>svc</title>")
    write(os.path.join(HOME, "scenario.json"), {"default": "Understood.", "rules": [], "helpers": [
        {"name": "title", "when": "title generator", "rules": [], "default": "A title of its own"},
        {"name": "summary", "when": "Summarize the user's primary intent", "rules": [], "default": "A summary"}]})
    write(os.path.join(HOME, "rules.json"), [])
    started = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in (
        [sys.executable, os.path.join(HERE, "model", "server.py"), "--port", str(MODEL),
         "--scenario", os.path.join(HERE, "model", "scenario.json")],
        [sys.executable, os.path.join(HERE, "opencode-gemini-model.py"), str(DEMO), os.path.join(HOME, "scenario.json")],
        [sys.executable, os.path.join(HERE, "kimi-model.py"), "--port", str(LAB), "--rules", os.path.join(HOME, "rules.json")])]
    try:
        time.sleep(1)
        wanted = sys.argv[6:]
        programs = [one() for one in (Claude, Codex, Opencode, Gemini, Kimi) if not wanted or one.__name__.lower() in wanted]
        made = [(program, program.make()) for program in programs]
        started.append(subprocess.Popen(
            [JAVA, "@" + os.path.join(ROOT, "server", "jvm.options"), "-jar",
             os.path.join(ROOT, "server", "target", "svc.jar"), "serve"], env=SVC_ENV, cwd=HOME, stdout=subprocess.DEVNULL))
        wait_until("everything is kept", lambda: get("/api/vault").get("sessions", 0) >= len(made)
                   and get("/api/vault").get("pending") == 0)
        for program, native in made:
            prove(program, native)
        os.makedirs(os.path.dirname(MOVED))
        os.rename(SHOP, MOVED)
        for program, native in made:
            prove_moved(program, native)
        verified = svc("vault", "verify")
        check("every copy is sound", verified.returncode == 0, verified.stdout + verified.stderr)
    finally:
        for process in started:
            process.kill()
            process.wait()
        if failures:
            print("kept for a look: " + HOME)
        else:
            shutil.rmtree(HOME, ignore_errors=True)
    print("%d differences" % len(failures))
    sys.exit(1 if failures else 0)


main()

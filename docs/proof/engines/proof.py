"""What the proofs that run a server of svc begin with: a home that is thrown away, the programs and their settings,
scripted models, and checks.

Started by programs.sh as: SCRIPT ROOT CLAUDE_AND_CODEX OPENCODE GEMINI KIMI, the last four being folders of modules.
"""
import glob, hashlib, json, os, re, shutil, signal, socket, subprocess, sys, tempfile, time, urllib.error, urllib.request

from lists import HERE, check, failures, write

ROOT, CLAUDE_CODEX, OPENCODE_MODULES, GEMINI_MODULES, KIMI_MODULES = sys.argv[1:6]
HOME = os.path.realpath(tempfile.mkdtemp(prefix="svc-proof-", dir="/var/tmp"))
SHOP = os.path.join(HOME, "code", "shop")
KEY = "dummy-key-of-the-proof"
MODEL, DEMO, LAB, SVC = 18080, 18081, 18082, 18083
ADDRESS = "http://127.0.0.1:%d" % SVC
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
# Kimi Code needs this Node.js, and Gemini CLI runs on it.
BASE = {"HOME": HOME, "PATH": os.path.join(KIMI_MODULES, "node", "bin") + ":" + os.environ["PATH"], "LANG": "C.UTF-8",
        "TERM": "xterm-256color", "SHELL": "/bin/sh"}
SVC_ENV = dict(BASE, SVC_HOME=os.path.join(HOME, "svc"), SVC_PORT=str(SVC), SVC_AUTH_MODE="none",
               SVC_WEB_DIST=os.path.join(HOME, "page"))
SVC_JAR = [JAVA, "@" + os.path.join(ROOT, "server", "jvm.options"), "-jar", os.path.join(ROOT, "server", "target", "svc.jar")]

CLAUDE = (glob.glob(os.path.join(CLAUDE_CODEX, "@anthropic-ai", "claude-code-linux-*", "claude")) + [""])[0]
CLAUDE_ENV = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:%d" % MODEL, "ANTHROPIC_API_KEY": KEY, "DISABLE_AUTOUPDATER": "1",
              "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1", "DISABLE_ERROR_REPORTING": "1"}
CODEX = (glob.glob(os.path.join(CLAUDE_CODEX, "@openai", "codex-linux-*", "vendor", "*", "bin", "codex")) + [""])[0]
CODEX_ENV = {"FAKE_KEY": KEY}
OPENCODE = os.path.join(OPENCODE_MODULES, ".bin", "opencode")
OPENCODE_ENV = {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
                "OPENCODE_DISABLE_LSP_DOWNLOAD": "1", "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1"}
GEMINI = os.path.join(GEMINI_MODULES, ".bin", "gemini")
GEMINI_ENV = {"GEMINI_API_KEY": "dummy-key", "GEMINI_CLI_TRUST_WORKSPACE": "true",
              "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:%d" % DEMO}
KIMI = os.path.join(KIMI_MODULES, ".bin", "kimi")
KIMI_ENV = {"KIMI_DISABLE_TELEMETRY": "1", "KIMI_CODE_NO_AUTO_UPDATE": "1"}

PATIENCE = int(os.environ.get("PROOF_PATIENCE", "300"))  # seconds; ends a proof that hangs; it says nothing about how fast anything is
started = []


class GaveUp(Exception):
    """Something did not come; it is counted as a difference already."""


def say(what):
    print("        " + what, flush=True)


def wait_until(what, condition, detail=lambda: "gave up waiting"):
    end = time.time() + PATIENCE
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    check(what, False, detail())
    raise GaveUp(what)


def run(command, env, cwd=SHOP):
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL)


def svc(*args):
    return run(SVC_JAR + list(args), SVC_ENV, HOME)


def call(path, body=None):
    """-> status and answer; 0 where nobody answers."""
    headers = {"Origin": ADDRESS}
    try:
        if body is not None:
            with urllib.request.urlopen(ADDRESS + "/api/config", timeout=60) as answer:
                headers["Cookie"] = answer.headers.get("Set-Cookie", "").split(";")[0]
                headers["X-CSRF-Token"] = json.load(answer)["csrf_token"]
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(ADDRESS + path, None if body is None else json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()
    except OSError:
        return 0, {}


def get(path):
    status, answer = call(path)
    return answer if status == 200 else {}


def start(command, env, cwd=HOME):
    with open(os.path.join(HOME, os.path.basename(command[-1]) + ".log"), "wb") as log:
        started.append(subprocess.Popen(command, env=env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=log))


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
        return True
    except OSError:
        return False


def start_models(scenario, demo, rules):
    """@param scenario, demo, rules what they say: to Claude Code and Codex, to opencode and Gemini CLI, to Kimi Code"""
    for name, value in (("scenario", scenario), ("demo", demo), ("rules", rules)):
        write(os.path.join(HOME, name + ".json"), value)
    start([sys.executable, os.path.join(HERE, "model", "server.py"), "--port", str(MODEL),
           "--scenario", os.path.join(HOME, "scenario.json")], BASE)
    start([sys.executable, os.path.join(HERE, "opencode-gemini-model.py"), str(DEMO), os.path.join(HOME, "demo.json")], BASE)
    start([sys.executable, os.path.join(HERE, "kimi-model.py"), "--port", str(LAB),
           "--rules", os.path.join(HOME, "rules.json")], BASE)
    for port in (MODEL, DEMO, LAB):
        wait_until("the model at port %d listens" % port, lambda p=port: listens(p))


def start_svc(env):
    write(os.path.join(HOME, "page", "index.html"), "<!doctype html><title>svc</title>")
    start(SVC_JAR + ["serve"], env)
    wait_until("svc answers", lambda: call("/api/version")[0] == 200)


def scenario():
    """What the model of Claude Code and Codex says by itself."""
    with open(os.path.join(HERE, "model", "scenario.json"), encoding="utf-8") as fh:
        return json.load(fh)


def helpers():
    """Answers to what opencode and Gemini CLI ask for themselves."""
    return [{"name": "title", "when": "title generator", "rules": [], "default": "A title of its own"},
            {"name": "summary", "when": "Summarize the user's primary intent", "rules": [], "default": "A summary"}]


def claude_settings(*folders):
    write(os.path.join(HOME, ".claude.json"), {
        "hasCompletedOnboarding": True,
        "projects": {folder: {"hasTrustDialogAccepted": True, "allowedTools": []} for folder in folders},
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []}})


def codex_settings(*folders):
    write(os.path.join(HOME, ".codex", "config.toml"), """model = "gpt-5.1-codex"
model_provider = "fake"
approval_policy = "on-request"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.fake]
name = "Fake"
base_url = "http://127.0.0.1:%d/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
""" % MODEL + "".join('[projects."%s"]\ntrust_level = "trusted"\n' % folder for folder in folders))


def opencode_settings(**more):
    write(os.path.join(HOME, ".config", "opencode", "opencode.json"), dict({
        "model": "demo/demo-large", "small_model": "demo/demo-large", "autoupdate": False, "share": "disabled",
        "enabled_providers": ["demo"],
        "provider": {"demo": {"npm": "@ai-sdk/openai-compatible", "name": "Demo",
                              "options": {"baseURL": "http://127.0.0.1:%d/v1" % DEMO, "apiKey": "dummy-key"},
                              "models": {"demo-large": {"name": "Demo", "limit": {"context": 128000, "output": 8192}}}}}},
        **more))


def gemini_settings():
    write(os.path.join(HOME, ".gemini", "settings.json"), {
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
        "general": {"enableAutoUpdate": False, "sessionRetention": {"enabled": False}},
        "telemetry": {"enabled": False}, "privacy": {"usageStatisticsEnabled": False}})


def kimi_settings(*folders):
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
    for folder in folders:  # what is left behind by a yes to the question for this folder
        slug = re.sub(r"[^A-Za-z0-9._-]", "-", os.path.basename(folder)).strip("-").lower()
        bucket = "wd_%s_%s" % (slug, hashlib.sha256(folder.encode()).hexdigest()[:12])
        write(os.path.join(HOME, ".kimi-code", "workspace-trust", bucket),
              {"root": folder, "trustedAt": int(time.time() * 1000)})


def kill_all():
    """What was started here, and whatever of it is left in this home."""
    for process in started:
        process.kill()
        process.wait()
    for pid in [p for p in os.listdir("/proc") if p.isdigit()]:
        try:
            with open("/proc/%s/environ" % pid, "rb") as fh:
                if ("HOME=" + HOME).encode() in fh.read().split(b"\0"):
                    os.kill(int(pid), 9)
        except OSError:
            pass


def prove(body):
    """Runs it and ends the script: 1 when something differs."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    os.makedirs(SHOP)
    write(os.path.join(SHOP, "README.md"), "# shop\n")
    try:
        body()
    except GaveUp:
        pass
    finally:
        kill_all()
        if failures:
            say("kept for a look: " + HOME)
        else:
            shutil.rmtree(HOME, ignore_errors=True)
    print("%d differences" % len(failures))
    sys.exit(1 if failures else 0)

#!/usr/bin/env python3
"""Commands, tools of agents and texts that are sent, from start to end: reach.py ROOT FOLDER [COMMANDS] [CALLS] [SENDS]

The program that is sent to stands in for one with a prompt: it shows what is pasted, and an empty prompt after Enter.
"""
import http.client, json, os, shutil, subprocess, sys, time

ROOT, HOME = sys.argv[1], os.path.realpath(sys.argv[2])
COMMANDS, CALLS, SENDS = (list(map(int, sys.argv[3:])) + [20, 300, 1000][len(sys.argv) - 3:])
PORT = 18767
ADDRESS = "http://127.0.0.1:%d" % PORT
SID = "00000000-0000-4000-8000-000000000000"
ENV = {"PATH": os.environ["PATH"], "JAVA_HOME": os.environ["JAVA_HOME"], "HOME": HOME, "LANG": "C.UTF-8",
       "SVC_HOME": os.path.join(HOME, "svc"), "SVC_PORT": str(PORT), "SVC_AUTH_MODE": "none",
       "SVC_WEB_DIST": os.path.join(HOME, "page"), "SVC_ENGINE1_BIN": os.path.join(HOME, "claude")}
PROGRAM = '''#!/usr/bin/env python3
import os, sys, time, tty
tty.setraw(0)
with open("HOME/pid", "w") as pid:
    pid.write(str(os.getpid()))
rule = "─" * 70

def draw(text):
    lines = ["ready", "", rule, "❯ " + text, rule, "  ? for shortcuts"]
    os.write(1, ("\\x1b[?2004h\\x1b[2J\\x1b[H" + "\\r\\n".join(lines)).encode())

text = b""
draw("")
while True:
    text += os.read(0, 65536)
    if text.endswith(b"\\r"):
        with open("HOME/said", "a") as said:
            said.write("%d %s\\n" % (time.monotonic_ns(), text.replace(b"\\x1b[200~", b"").replace(b"\\x1b[201~", b"").strip().decode()))
        text = b""
    draw(text.replace(b"\\x1b[200~", b"").replace(b"\\x1b[201~", b"").decode())
'''


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as fh:
        fh.write(text)


def call(method, path, body=None, token=""):
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    try:
        line.request(method, path, None if body is None else json.dumps(body), {
            "Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {})})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    except OSError:
        return 0, None
    finally:
        line.close()


def until(condition):
    while not condition():
        time.sleep(0.002)


def svc(*arguments):
    return subprocess.run([os.path.join(ROOT, "svc"), *arguments], env=ENV, cwd=HOME, capture_output=True, text=True, check=True)


def timed(work):
    began = time.monotonic_ns()
    work()
    return time.monotonic_ns() - began


def figures(what, times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] / 1e6
    print("%s: median %.1f ms, 95 of 100 within %.1f ms, most %.1f ms (%d)" % (what, at(0.5), at(0.95), times[-1] / 1e6, len(times)), flush=True)


def commands():
    verbs = {"svc version": ["version"], "svc rename": ["rename", "engine_1:" + SID, "x"],
             "svc wait": ["wait", "engine_1:" + SID, "--until", "idle"], "svc sessions": ["sessions"]}
    times = {verb: [] for verb in verbs}
    for number in range(COMMANDS):
        for verb, arguments in verbs.items():
            if verb == "svc rename":
                arguments = arguments[:2] + ["title %d" % number]
            times[verb].append(timed(lambda: svc(*arguments)))
    for verb, taken in times.items():
        figures(verb, taken)


def tools(token):
    message = lambda number: {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "list_sessions", "arguments": {}}}
    agent = subprocess.Popen([os.path.join(ROOT, "svc"), "mcp"], env=ENV, cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(number):
        agent.stdin.write(json.dumps(message(number)).encode() + b"\n")
        agent.stdin.flush()
        assert SID in agent.stdout.readline().decode()
    figures("the first call of an agent, its server's start included", [timed(lambda: ask(0))])
    figures("a call of a tool over standard input", [timed(lambda: ask(number)) for number in range(1, CALLS)])
    agent.stdin.close()
    agent.wait()
    far = lambda: call("POST", "/mcp", message(1), token)
    assert SID in json.dumps(far())
    figures("a call of a tool over HTTP", [timed(far) for _ in range(CALLS)])


def sends(token, sid):
    def send(number):
        status, answer = call("POST", "/api/sessions/%s/send" % sid, {"text": "number %d" % number, "wait_seconds": 30}, token)
        if status != 200:
            sys.exit("not sent: %s %s" % (status, answer))
    figures("a text until it was sent", [timed(lambda: send(number)) for number in range(SENDS)])
    until(lambda: open(os.path.join(HOME, "said")).read().count("\n") == SENDS)
    with open(os.path.join(HOME, "said")) as fh:
        heard = [line.split(" ", 1)[1].strip() for line in fh]
    print("heard by the program: %d, each once and in order: %s" % (len(heard), heard == ["number %d" % n for n in range(SENDS)]))


def main():
    write(ENV["SVC_ENGINE1_BIN"], PROGRAM.replace("HOME", HOME))
    os.chmod(ENV["SVC_ENGINE1_BIN"], 0o755)
    write(os.path.join(HOME, "page", "index.html"), "<!doctype html><title>svc</title>")
    for number in range(100):
        sid = SID[:-3] + "%03d" % number
        write(os.path.join(HOME, ".claude", "projects", "-work", sid + ".jsonl"), json.dumps({
            "type": "user", "uuid": "u", "sessionId": sid, "cwd": HOME, "timestamp": "2026-11-21T10:00:00Z",
            "message": {"role": "user", "content": "hello"}}) + "\n")
    svc("version")
    service = subprocess.Popen([os.path.join(ROOT, "svc"), "serve"], cwd=HOME, stdout=subprocess.DEVNULL, env=ENV)
    try:
        until(lambda: call("GET", "/healthz")[0] == 200)
        token = svc("token", "create", "bench", "--scope", "read,drive").stdout.strip()
        until(lambda: call("GET", "/api/sessions/engine_1:" + SID, token=token)[0] == 200)
        commands()
        tools(token)
        sends(token, svc("new", "--engine", "claude", "--folder", HOME).stdout.strip())
    finally:
        service.terminate()
        service.wait()
        try:
            with open(os.path.join(HOME, "pid")) as pid:
                os.kill(int(pid.read()), 15)
        except OSError:
            pass
        shutil.rmtree(HOME, ignore_errors=True)


main()

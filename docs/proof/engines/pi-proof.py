#!/usr/bin/env python3
"""The part of pi.sh that runs without a network: makes sessions with the real Pi, then compares two lists."""
import json, os, subprocess, sys, tempfile

import lists
from lists import check, write

MODULES = sys.argv[2]
PORT = 8791
HOME = tempfile.mkdtemp(prefix="svc-proof-pi-")
AGENT = os.path.join(HOME, ".pi", "agent")
CODE = os.path.join(HOME, "code")
SHOP, LAB = os.path.join(CODE, "shop"), os.path.join(CODE, "käse lab")
ENV = {"HOME": HOME, "PATH": os.path.join(MODULES, "node", "bin") + ":/usr/bin:/bin", "LANG": "C.UTF-8",
       "TERM": "xterm-256color", "PI_OFFLINE": "1", "PI_TELEMETRY": "0", "PI_SKIP_VERSION_CHECK": "1", "LAB_KEY": "none"}
PI = ["node", os.path.join(MODULES, ".bin", "pi")]
RULES = [
    {"match": "List the files", "steps": [
        {"text": "Looking.", "tools": [{"name": "bash", "args": {"command": "ls"}}]},
        {"text": "There is a README."}]},
    {"match": "Fail please", "steps": [{"status": 400, "message": "scripted failure"}] * 9},
    {"match": "Answer slowly", "steps": [{"text": "one two three four", "delay": 1}]},
]
MODELS = {"providers": {"lab": {
    "baseUrl": "http://127.0.0.1:%d/v1" % PORT, "api": "openai-completions", "apiKey": "LAB_KEY",
    "models": [{"id": "lab-model", "name": "lab-model", "reasoning": False, "input": ["text"], "contextWindow": 128000,
                "maxTokens": 4096, "cost": {"input": 1, "output": 2, "cacheRead": 0, "cacheWrite": 0}}]}}}

# What Pi's own library says of each session, and of the branch where it stands.
LIST = """
import { SessionManager } from "@earendil-works/pi-coding-agent";
const rows = {};
const says = (message) => typeof message.content === "string"
    ? message.content.trim() !== ""
    : message.content.some((part) => part.type === "text" && part.text.trim() !== "");
for (const info of await SessionManager.listAll()) {
    const messages = SessionManager.open(info.path).getBranch()
        .filter((entry) => entry.type === "message").map((entry) => entry.message);
    rows[info.id] = {
        title: info.name ?? null, first: info.firstMessage, cwd: info.cwd, createdAt: info.created.getTime(),
        messages: messages.filter((one) => ["user", "assistant"].includes(one.role) && says(one)).length,
    };
}
console.log(JSON.stringify(rows));
"""


def start(cwd, *words):
    return subprocess.Popen(PI + list(words), cwd=cwd, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)


def pi(cwd, *words):
    return start(cwd, *words).communicate(timeout=180)[0]


def listed():
    script = os.path.join(os.path.dirname(MODULES), "svc-proof-list.mjs")
    write(script, LIST)
    return json.loads(subprocess.run(["node", script], env=ENV, check=True, capture_output=True, text=True).stdout)


def svc(*folder):
    return lists.rows("pi", HOME, *folder)


def make_sessions():
    pi(SHOP, "-p", "Say hello")
    pi(SHOP, "-p", "--session-id", "till-review-7", "-n", "Till ✍️", "List the files")
    pi(SHOP, "-p", "--session", "till-review-7", "And once more")
    pi(SHOP, "-p", "--fork", "till-review-7", "--session-id", "forked", "Another way")
    pi(LAB, "-p", "--session-id", "lab", "Wie viel Käse?\n\nIn Gramm")
    pi(LAB, "-p", "--session-id", "failed", "Fail please")
    pi(SHOP, "-p", "--session-id", "both", "Say hello")
    for running in [start(SHOP, "-p", "--session", "both", "Answer slowly, %s" % name) for name in ("first", "second")]:
        running.communicate(timeout=180)


def compare():
    rows, own = svc(), listed()
    check("nothing is unreadable", rows.pop("unreadable") == [])
    check("svc lists the sessions that Pi lists", set(rows) == set(own), (sorted(rows), sorted(own)))
    for name, session in own.items():
        for fact, value in session.items():
            seen = rows.get(name, {}).get(fact)
            check("%s of %s" % (fact, name), seen == value, (seen, value))
    with open(next(os.path.join(folder, file) for folder, _, files in os.walk(os.path.join(AGENT, "sessions"))
                   for file in files if file.endswith("_both.jsonl")), encoding="utf-8") as lines:
        spoken = sum(json.loads(line).get("message", {}).get("role") in ("user", "assistant") for line in lines)
    check("of two that spoke at once something is left behind", own["both"]["messages"] < spoken == 6,
          (own["both"]["messages"], spoken))
    check("the ids of one folder are those of its sessions",
          set(svc(LAB)) == {name for name, session in own.items() if session["cwd"] == LAB})


def body():
    print("pi " + pi(SHOP, "--version").strip(), flush=True)
    make_sessions()
    compare()


for each in (SHOP, LAB):
    write(os.path.join(each, "README.md"), "# Here\n")
write(os.path.join(AGENT, "models.json"), MODELS)
write(os.path.join(AGENT, "settings.json"), {"defaultProvider": "lab", "defaultModel": "lab-model"})
lists.prove(HOME, PORT, RULES, body, "pi")

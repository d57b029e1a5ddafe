#!/usr/bin/env python3
"""The part of mcp.sh that runs without a network: agents find what other sessions decided, and drive one."""
import json, os, shlex, time, uuid

import proof
from proof import CLAUDE, CODEX, HOME, OPENCODE, SHOP, call, check, get, run, say, write
from viewer import Viewer

BIN = os.path.join(HOME, "bin")
ENV = dict(proof.BASE, PATH=BIN + ":" + proof.BASE["PATH"])
CLAUDE_ENV, CODEX_ENV, OPENCODE_ENV = (dict(ENV, **of) for of in (proof.CLAUDE_ENV, proof.CODEX_ENV, proof.OPENCODE_ENV))
SVC_ENV = dict(proof.SVC_ENV, **proof.CLAUDE_ENV, SVC_ENGINE1_BIN=CLAUDE)
EARLIER, OTHER = str(uuid.uuid4()), str(uuid.uuid4())
DECIDED = "Decided: the cart is stored in SQLite, because one file is enough."
ASKED = "what did we decide about the cart storage last week?"
FOUND = "It was SQLite."
TYPED = 11  # seconds after which somebody who typed is no longer at it
MAKE = "make the first file, says the other"


def wait_until(what, condition):
    return proof.wait_until(what, condition, lambda: "gave up waiting; screens: %s" % "".join(
        viewer.plain()[-2500:] for viewer in Viewer.all))


def svc_command():
    """`svc` as an installation puts it on the PATH, for programs that keep most of their environment to themselves."""
    own = {name: value for name, value in proof.SVC_ENV.items() if name.startswith("SVC_")}
    write(os.path.join(BIN, "svc"), "#!/bin/sh\n%s\nexec %s \"$@\"\n" % (
        "\n".join("export %s=%s" % (name, shlex.quote(value)) for name, value in own.items()), shlex.join(proof.SVC_JAR)))
    os.chmod(os.path.join(BIN, "svc"), 0o755)


def tool(server, name, **arguments):
    """As Claude Code and Codex name it."""
    plain = {"name": "mcp__%s__%s" % (server, name), "input": arguments}
    return {"one_of": [plain, {"name": name, "namespace": "mcp__%s__" % server, "input": arguments},
                       {"name": name, "namespace": "mcp__%s" % server, "input": arguments}]}


def rule(match, *calls, last):
    return {"match": match, "steps": [{"text": "I look.", "tools": [one]} for one in calls] + [{"text": last}]}


def lookup(server):
    sid = "engine_1:" + EARLIER
    return [tool(server, "search_sessions", query="cart storage"), tool(server, "read_turns", sid=sid)]


def sessions(engine):
    return [row for row in get("/api/sessions?limit=100").get("sessions", []) if row["engine"] == engine]


def heard(sid):
    """Everything that a session says, tools and their output included."""
    return json.dumps(get("/api/sessions/%s/history?format=json" % sid))


def tells(program, sid, done):
    check(program + " ends well", done.returncode == 0, done.stdout + done.stderr)
    check(program + " was answered", FOUND in done.stdout, done.stdout + done.stderr)
    wait_until(program + "'s session is there", lambda: FOUND in heard(sid()))
    told = heard(sid())
    check(program + " found the session by searching", EARLIER in told, told)
    check(program + " read the decision in it", DECIDED in told, told)


def claude(prompt, sid, *tools):
    return run([CLAUDE, "-p", prompt, "--session-id", sid, "--allowedTools", ",".join(tools)], CLAUDE_ENV)


def claude_code():
    done = run([CLAUDE, "mcp", "add", "svc", "--", "svc", "mcp"], CLAUDE_ENV)
    check("Claude Code registers it", done.returncode == 0, done.stdout + done.stderr)
    done = run([CLAUDE, "mcp", "list"], CLAUDE_ENV)
    check("Claude Code connects to it", "Connected" in done.stdout, done.stdout + done.stderr)
    sid = str(uuid.uuid4())
    tells("Claude Code", lambda: "engine_1:" + sid,
          claude(ASKED, sid, "mcp__svc__search_sessions", "mcp__svc__read_turns"))


def claude_far():
    made = proof.svc("token", "create", "far", "--scope", "read")
    check("a token is made", made.returncode == 0, made.stderr)
    done = run([CLAUDE, "mcp", "add", "--transport", "http", "far", proof.ADDRESS + "/mcp",
                "--header", "Authorization: Bearer " + made.stdout.strip()], CLAUDE_ENV)
    check("Claude Code registers the address", done.returncode == 0, done.stdout + done.stderr)
    done = run([CLAUDE, "mcp", "list"], CLAUDE_ENV)
    check("Claude Code connects to all", done.stdout.count("Connected") == 3, done.stdout + done.stderr)
    sid = str(uuid.uuid4())
    tells("Claude Code behind a token", lambda: "engine_1:" + sid,
          claude("From afar: " + ASKED, sid, "mcp__far__search_sessions", "mcp__far__read_turns"))
    check("the token may be ended", proof.svc("token", "end", "far").returncode == 0)
    done = run([CLAUDE, "mcp", "list"], CLAUDE_ENV)
    check("an ended token opens nothing", done.stdout.count("Connected") == 2, done.stdout + done.stderr)


def codex():
    done = run([CODEX, "mcp", "add", "svc", "--", "svc", "mcp"], CODEX_ENV)
    check("Codex registers it", done.returncode == 0, done.stdout + done.stderr)
    config = os.path.join(HOME, ".codex", "config.toml")
    with open(config) as file:
        added = file.read()
    write(config, added.replace("[mcp_servers.svc]\n", "[mcp_servers.svc]\nstartup_timeout_sec = 60\n"))  # 10 otherwise
    done = run([CODEX, "mcp", "list"], CODEX_ENV)
    check("Codex lists it", "svc" in done.stdout, done.stdout + done.stderr)
    done = run([CODEX, "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", ASKED], CODEX_ENV)
    tells("Codex", lambda: (sessions("engine_2") or [{"id": "engine_2:none"}])[0]["id"], done)


def opencode():
    done = run([OPENCODE, "mcp", "list"], OPENCODE_ENV)
    check("opencode connects to it", "connected" in (done.stdout + done.stderr).lower(), done.stdout + done.stderr)
    done = run([OPENCODE, "run", ASKED], OPENCODE_ENV)
    tells("opencode", lambda: (sessions("engine_3") or [{"id": "engine_3:none"}])[0]["id"], done)


def keeps_manual_mode(viewer):
    """Claude Code asks about its own defaults, a moment after its first prompt; and not where it was asked before."""
    end = time.time() + 5
    while time.time() < end and not viewer.shows("No, keep manual mode"):
        time.sleep(0.2)
    if viewer.shows("No, keep manual mode"):
        viewer.type("\x1b[B")
        time.sleep(1)
        viewer.type("\r")
        time.sleep(TYPED)
    wait_until("it is idle", lambda: get("/api/sessions/engine_1:" + OTHER).get("status") == "idle")


def drive():
    done = run([CLAUDE, "mcp", "add", "driver", "--", "svc", "mcp", "--drive"], CLAUDE_ENV)
    check("Claude Code registers what drives", done.returncode == 0, done.stdout + done.stderr)
    viewer = Viewer("engine_1:" + OTHER, "new=1&cols=100&rows=40&cwd=" + SHOP)
    wait_until("the other session is at its prompt", lambda: viewer.shows("❯"))
    keeps_manual_mode(viewer)
    agent = str(uuid.uuid4())
    done = claude("let the other one make it", agent, "mcp__driver__send_prompt")
    check("it was sent", "Sent." in heard("engine_1:" + agent), done.stdout + done.stderr)
    question = wait_until("the other session asks", lambda: get("/api/questions").get("questions"))[0]
    again = str(uuid.uuid4())
    claude("let the other one make more", again, "mcp__driver__send_prompt")
    check("what is sent into a dialog is refused with the screen", "Its screen shows:" in heard("engine_1:" + again),
          heard("engine_1:" + again))
    check("and the dialog is still open", get("/api/questions").get("questions"))
    answering = str(uuid.uuid4())
    done = claude("answer what it asks", answering, "mcp__driver__list_questions", "mcp__driver__answer_question")
    wait_until("the other session did it", lambda: os.path.exists(os.path.join(SHOP, "first.txt")))
    check("the receipt came back", "Taken: allowed" in heard("engine_1:" + answering), heard("engine_1:" + answering))
    told = heard("engine_1:" + answering)
    check("it saw what it answered", question["id"] in told and question["digest"] in told, told)
    kinds = {event["type"]: event["actor"] for event in get("/api/audit?limit=200")["events"]}
    check("the history says who did it", kinds.get("text_sent") == kinds.get("question_answered") == "cli", kinds)
    call("/api/sessions/engine_1:%s/end" % OTHER, {"force": True})


def main():
    said = proof.scenario()
    other = "engine_1:" + OTHER
    said["rules"] = [
        rule("where is the cart kept?", last=DECIDED),
        rule("From afar", *lookup("far"), last=FOUND),
        rule(ASKED, *lookup("svc"), last=FOUND),
        rule("let the other one", tool("driver", "send_prompt", sid=other, text=MAKE), last="I tried."),
        rule("answer what it asks", tool("driver", "list_questions"), tool(
            "driver", "answer_question", question={"found": "question ([^ ]+) \\| digest"},
            digest={"found": "\\| digest ([^ ]+) \\|"}, choice="allow"), last="It is answered."),
        rule(MAKE, {"name": "Bash", "input": {"command": "touch first.txt", "description": "Make it"}}, last="Made."),
    ] + said["rules"]
    demo = {"default": "Understood.", "helpers": proof.helpers(), "rules": [{"match": ASKED, "steps": [
        {"text": "I look.", "tools": [{"name": "svc_search_sessions", "args": {"query": "cart storage"}}]},
        {"text": "I read.", "tools": [{"name": "svc_read_turns", "args": {"sid": "engine_1:" + EARLIER}}]},
        {"text": FOUND}]}]}
    proof.claude_settings(SHOP)
    write(os.path.join(HOME, ".claude", "settings.json"), {"permissions": {"defaultMode": "default"}})
    proof.codex_settings(SHOP)
    proof.opencode_settings(mcp={"svc": {"type": "local", "command": ["svc", "mcp"], "timeout": 60000}})
    svc_command()
    proof.start_models(said, demo, [])
    proof.start_svc(SVC_ENV)
    say("drive")
    drive()
    claude("where is the cart kept? It is about the cart storage.", EARLIER, "Read")
    wait_until("the earlier session is known", lambda: DECIDED in heard("engine_1:" + EARLIER))
    wait_until("and can be searched", lambda: EARLIER in json.dumps(get("/api/search?q=cart%20storage")))
    for part in (claude_code, claude_far, codex, opencode):
        say(part.__name__)
        try:
            part()
        except proof.GaveUp:
            pass


proof.prove(main)

#!/usr/bin/env python3
"""The part of ask-lines.sh that runs without a network: real programs that svc started are asked and answered."""
import os, subprocess, sys, time, uuid

import proof
from proof import CODEX, HOME, OPENCODE, SHOP, call, check, say
from viewer import Viewer

COMMAND = "touch made.txt; echo ran"
PROMPT, CHANGE, ASK = "Make the file of the proof", "Change the readme", "Ask which storage"
PROGRAM = dict(proof.BASE, **proof.CODEX_ENV, **proof.OPENCODE_ENV)
SVC_ENV = dict(PROGRAM, **proof.SVC_ENV, SVC_ENGINE2_BIN=CODEX, SVC_ENGINE3_BIN=OPENCODE, SVC_PASS_ENV="FAKE_KEY")
MADE = os.path.join(SHOP, "made.txt")


def wait_until(what, condition):
    return proof.wait_until(what, condition, lambda: "gave up waiting; questions: %s\nviewers: %s" % (
        questions(), "".join("\n%s %s" % (v.code, v.plain()[-2000:]) for v in Viewer.all)))


def questions():
    answer = call("/api/questions")[1]
    return answer.get("questions", []) if isinstance(answer, dict) else []


def heard(name):
    """The one question that was heard over the line."""
    return wait_until(name + " is heard over the line", lambda: next((q for q in questions() if q["channel"] == "api"), None))


def answer(question, choice, text=None):
    body = {"choice": choice, "digest": question["digest"], "confirm": False}
    if text is not None:
        body["text"] = text
    return call("/api/questions/%s/answer" % question["id"], body)


def key(question, effect, lasting=False):
    return next(c["key"] for c in question["choices"] if c["effect"] == effect and c["lasting"] == lasting)


def begun(engine, ready):
    """-> a viewer of a new session, at its prompt"""
    viewer = Viewer("%s:new-%s" % (engine, uuid.uuid4()), "new=1&cols=120&rows=40&cwd=" + SHOP)
    wait_until("the program is at its prompt", lambda: viewer.shows(ready))
    time.sleep(2)  # what is typed right after the first picture can be lost
    return viewer


def prompt(viewer, words):
    """A return right behind a text would be taken as a part of it."""
    viewer.text = b""
    viewer.type(words)
    wait_until("what is typed is on the screen", lambda: viewer.shows(words))
    time.sleep(1)
    viewer.type("\r")


def ended(viewer, words):
    """A turn has ended with them, and its dialog takes no keys any more."""
    wait_until("the turn ends with: " + words, lambda: viewer.shows(words))
    time.sleep(2)


def settled(name):
    wait_until(name + " is settled", lambda: not questions())
    check(name + " is settled", True)


def allowed(name, viewer, tells):
    """tells: whether the program says that it took an answer"""
    began = time.time()
    question = heard(name + ": a command")
    say("%.1f s after its prompt: %s" % (time.time() - began, question["command"]))
    check(name + ": the whole command is said", question["command"] == COMMAND, question)
    check(name + ": it is asked once", len(questions()) == 1, questions())
    code, told = answer(question, key(question, "allow"))
    check(name + ": the answer is taken" if tells else name + ": nobody says that the answer is taken",
          code == (200 if tells else 202) and bool(told["receipt"]["taken_at"]) == tells, (code, told))
    wait_until(name + ": did what was allowed", lambda: os.path.exists(MADE))
    os.remove(MADE)
    code, told = answer(question, key(question, "allow"))
    check(name + ": a second answer is late", code == 409, (code, told))
    settled(name + ": the command")
    last = call("/api/questions/settled")[1]["settled"][0]
    check(name + ": the receipt says the same", last["how"] == ("allowed" if tells else "settled"), last)
    ended(viewer, "It is made.")


def answered_there(name, viewer, keys):
    prompt(viewer, PROMPT)
    heard(name + ": a command, answered there")
    time.sleep(2)
    viewer.type(keys)
    settled(name + ": what was answered there")
    wait_until(name + " did what was allowed there", lambda: os.path.exists(MADE))
    os.remove(MADE)
    ended(viewer, "It is made.")


def restarted(name):
    """The next server hears what is open."""
    heard(name + ": a command, asked of the server before")
    before = proof.started.pop()
    before.terminate()
    before.wait()
    proof.start_svc(SVC_ENV)
    Viewer.all.clear()
    question = heard(name + ": the same, after svc was started again")
    check(name + ": a server that is started again hears what is open", question["command"] == COMMAND, question)
    code, told = answer(question, key(question, "deny"))
    check(name + ": and answers it", code in (200, 202), (code, told))
    settled(name + ": that")


def opencode():
    viewer = begun("engine_3", "Ask anything")
    prompt(viewer, PROMPT)
    allowed("opencode", viewer, True)
    answered_there("opencode", viewer, "\r")
    prompt(viewer, CHANGE)
    question = heard("opencode: a change")
    check("opencode: the diff is said", "+new line" in (question["diff"] or ""), question)
    code, told = answer(question, key(question, "deny"), "not today")
    check("opencode: a refusal is taken", code == 200, (code, told))
    ended(viewer, "I leave it.")
    check("opencode: its words reach the model", True)
    prompt(viewer, ASK)
    question = heard("opencode: a question")
    choice = next(c["key"] for c in question["choices"] if c["label"] == "SQLite")
    code, told = answer(question, choice)
    check("opencode: its answer is taken", code == 200, (code, told))
    settled("opencode: the question")
    ended(viewer, "Chosen.")
    prompt(viewer, PROMPT)
    restarted("opencode")


def codex():
    started = subprocess.run([CODEX, "app-server", "daemon", "start"], env=PROGRAM, cwd=SHOP, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL, timeout=proof.PATIENCE)
    say("its server: " + (started.stdout + started.stderr).strip()[-300:])
    viewer = begun("engine_2", "gpt-5.1-codex")
    prompt(viewer, PROMPT)
    allowed("Codex", viewer, False)
    answered_there("Codex", viewer, "y")
    prompt(viewer, PROMPT)
    restarted("Codex")
    subprocess.run([CODEX, "app-server", "daemon", "stop"], env=PROGRAM, cwd=SHOP, capture_output=True,
                   stdin=subprocess.DEVNULL, timeout=proof.PATIENCE)


def main():
    asks = {"sandbox_permissions": "require_escalated", "justification": "May I run this?"}
    said = proof.scenario()
    said["rules"].insert(0, {"match": PROMPT, "steps": [{"text": "I make the file.", "tools": [{"one_of": [
        {"name": "exec_command", "input": dict(asks, cmd=COMMAND)},
        {"name": "shell_command", "input": dict(asks, command=COMMAND)}]}]}, {"text": "It is made."}]})
    proof.codex_settings(SHOP)
    proof.opencode_settings(permission={"bash": "ask", "edit": "ask"})
    proof.start_models(said, {"default": "Understood.", "helpers": proof.helpers(), "rules": [
        {"match": PROMPT, "steps": [{"text": "I make the file.", "tools": [
            {"name": "bash", "args": {"command": COMMAND, "description": "Make the file"}}]}, {"text": "It is made."}]},
        {"match": CHANGE, "steps": [{"text": "I change it.", "tools": [
            {"name": "write", "args": {"filePath": os.path.join(SHOP, "README.md"), "content": "# shop\nnew line\n"}}]},
            {"text": "I leave it."}]},
        {"match": ASK, "steps": [{"text": "I ask.", "tools": [{"name": "question", "args": {"questions": [
            {"question": "Which storage?", "header": "Storage", "options": [
                {"label": "Postgres", "description": "big"}, {"label": "SQLite", "description": "small"}]}]}}]},
            {"text": "Chosen."}]}]}, [])
    proof.start_svc(SVC_ENV)
    for step in (opencode, codex):
        if sys.argv[6:] and step.__name__ not in sys.argv[6:]:
            continue
        try:
            step()
        except proof.GaveUp:
            Viewer.all.clear()


proof.prove(main)

#!/usr/bin/env python3
"""The part of ask-claude.sh that runs without a network: Claude Code asks by its hook, and is answered."""
import os, time, uuid

import proof
from proof import CLAUDE, HOME, SHOP, call, check, say
from viewer import Viewer

SVC_ENV = dict(proof.SVC_ENV, **proof.CLAUDE_ENV, SVC_ENGINE1_BIN=CLAUDE)
SETTINGS = os.path.join(HOME, ".claude", "settings.json")
OWN = '{"cleanupPeriodDays": 77, "permissions": {"defaultMode": "default"}}\n'
MAKES = {"Make the first file": "first.txt", "Make the second file": "second.txt", "Make the third file": "third.txt",
         "Make the fourth file": "fourth.txt"}
CHOOSES = "Ask me for a storage"
PASSED = 3  # seconds after which Claude Code takes a key at a dialog that came while somebody typed


def command(file):
    return "touch %s; echo ran" % file


def questions():
    answer = call("/api/questions")[1]
    return answer.get("questions", []) if isinstance(answer, dict) else []


def by_the_hook():
    """A busy machine may show the dialog before the hook has called: until then the question is the screen's."""
    return [one for one in questions() if one["channel"] == "hook"]


def wait_until(what, condition):
    value = proof.wait_until(what, condition, lambda: "gave up waiting; questions: %s\nscreen: %s" % (
        questions(), "".join(viewer.plain()[-2500:] for viewer in Viewer.all)))
    check(what, True)
    return value


def ask(viewer, prompt):
    """-> the question that comes of it"""
    viewer.type(prompt)
    time.sleep(1)  # a return right behind a text would be taken as a part of it
    viewer.type("\r")
    return wait_until(prompt + ": is a question by the hook", by_the_hook)[0]


def answer(question, choice, **more):
    return call("/api/questions/%s/answer" % question["id"], dict(more, choice=choice, digest=question["digest"]))


def settled(prompt, how):
    wait_until(prompt + ": is asked no more", lambda: not questions())
    last = call("/api/questions/settled?limit=1")[1]["settled"][0]
    check("%s: was %s" % (prompt, how), last["how"] == how, last)
    return last


def made(file):
    return os.path.exists(os.path.join(SHOP, file))


def by_hook(viewer):
    first, second, third, fourth = MAKES
    question = ask(viewer, first)
    check("the whole command is told", question["command"] == command(MAKES[first]), question)
    check("it is once the first choice", question["choices"][0]["key"] == "allow", question["choices"])
    say("choices: " + " | ".join(choice["label"] for choice in question["choices"]))
    wait_until("the dialog is on the screen as well", lambda: viewer.shows("Do you want to proceed?"))
    status, told = answer(question, "allow")
    check("allowed from here", status in (200, 202), (status, told))
    wait_until("it did what was allowed", lambda: made(MAKES[first]))
    check("with a receipt", settled(first, "allowed")["receipt"]["taken_at"], "not taken")
    check("a late answer is refused", answer(question, "deny")[0] == 409)

    question = ask(viewer, second)
    status, told = answer(question, "deny", text="not today, says the proof")
    check("denied from here", status in (200, 202), (status, told))
    settled(second, "denied")
    wait_until("the words are on the screen", lambda: viewer.shows("not today, says the proof"))
    check("it did not do it", not made(MAKES[second]))

    question = ask(viewer, third)
    wait_until("the third dialog is on the screen", lambda: call("/api/sessions/" + question["sid"])[1]["status"] == "waiting")
    time.sleep(PASSED)
    viewer.type("1")
    wait_until("allowed in the terminal, it is done", lambda: made(MAKES[third]))
    settled(third, "decided")
    check("an answer after that is refused", answer(question, "deny")[0] == 409)

    question = ask(viewer, fourth)
    wait_until("the fourth dialog is on the screen", lambda: call("/api/sessions/" + question["sid"])[1]["status"] == "waiting")
    time.sleep(PASSED)
    viewer.type("\x1b")
    settled(fourth, "decided")
    check("broken off, it is not done", not made(MAKES[fourth]))


def choice(viewer):
    question = ask(viewer, CHOOSES)
    labels = [one["label"] for one in question["choices"]]
    check("its answers are the choices", labels == ["Postgres", "SQLite"], labels)
    status, told = answer(question, "2")
    check("chosen from here", status in (200, 202), (status, told))
    settled(CHOOSES, "chosen")
    wait_until("the program goes on with it", lambda: viewer.shows("→ SQLite") or viewer.shows("SQLite is it"))


def main():
    said = proof.scenario()
    for prompt, file in MAKES.items():
        said["rules"].insert(0, {"match": prompt, "steps": [
            {"text": "I make it.", "tools": [{"name": "Bash", "input": {"command": command(file), "description": "Make it"}}]},
            {"text": "Understood."}]})
    said["rules"].insert(0, {"match": CHOOSES, "steps": [
        {"text": "I ask.", "tools": [{"name": "AskUserQuestion", "input": {"questions": [
            {"question": "Which storage?", "header": "Storage", "multiSelect": False, "options": [
                {"label": "Postgres", "description": "A server"}, {"label": "SQLite", "description": "A file"}]}]}}]},
        {"text": "SQLite is it."}]})
    proof.claude_settings(SHOP)
    proof.write(SETTINGS, OWN)
    proof.start_models(said, {"default": "Understood.", "helpers": [], "rules": []}, [])
    proof.start_svc(SVC_ENV)
    sid = "engine_1:" + str(uuid.uuid4())
    viewer = Viewer(sid, "new=1&cols=100&rows=40&cwd=" + SHOP)
    wait_until("it is at its prompt", lambda: viewer.shows("❯"))
    choice(viewer)
    by_hook(viewer)
    with open(SETTINGS, encoding="utf-8") as fh:
        check("the person's settings keep every byte", fh.read() == OWN)
    call("/api/sessions/%s/end" % sid, {"force": True})
    wait_until("nothing is kept of how it was reached", lambda: not os.listdir(os.path.join(HOME, "svc", "run", "ask")))


proof.prove(main)

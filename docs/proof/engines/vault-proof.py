#!/usr/bin/env python3
"""The part of vault.sh that runs without a network: makes sessions with the real programs, deletes and restores them."""
import glob, json, os, re, shutil, sys

import proof
from proof import HOME, SHOP, check, get, run, svc, wait_until

MOVED = os.path.join(HOME, "work", "the.shop")


def turns(sid):
    """What was said, as svc shows it."""
    return [(t["role"], t["text"]) for t in get("/api/sessions/" + sid + "/history?format=json").get("turns", [])]


class Program:
    """One program: how it makes, deletes and resumes a session."""

    def __init__(self, name, engine, command, env):
        self.name, self.engine, self.command, self.env = name, engine, command, dict(proof.BASE, **env)
        self.folder = SHOP

    def ask(self, *args):
        return run(self.command + list(args), self.env, self.folder)


class Claude(Program):
    def __init__(self):
        super().__init__("Claude Code", 1, [proof.CLAUDE], proof.CLAUDE_ENV)
        proof.claude_settings(SHOP, MOVED)

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
        super().__init__("Codex", 2, [proof.CODEX, "-c", "features.daemon_auto_start=false"], proof.CODEX_ENV)
        proof.codex_settings(SHOP, MOVED)

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
        super().__init__("opencode", 3, [proof.OPENCODE], proof.OPENCODE_ENV)
        proof.opencode_settings()

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
        super().__init__("Gemini CLI", 4, [proof.GEMINI, "-m", "gemini-2.5-flash"], proof.GEMINI_ENV)
        proof.gemini_settings()

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
        super().__init__("Kimi Code", 6, [proof.KIMI], proof.KIMI_ENV)
        proof.kimi_settings()

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


def prove_restored(program, native):
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
    proof.start_models(proof.scenario(), {"default": "Understood.", "rules": [], "helpers": proof.helpers()}, [])
    wanted = sys.argv[6:]
    programs = [one() for one in (Claude, Codex, Opencode, Gemini, Kimi) if not wanted or one.__name__.lower() in wanted]
    made = [(program, program.make()) for program in programs]
    proof.start_svc(proof.SVC_ENV)
    wait_until("everything is kept", lambda: get("/api/vault").get("sessions", 0) >= len(made)
               and get("/api/vault").get("pending") == 0)
    for program, native in made:
        prove_restored(program, native)
    os.makedirs(os.path.dirname(MOVED))
    os.rename(SHOP, MOVED)
    for program, native in made:
        prove_moved(program, native)
    verified = svc("vault", "verify")
    check("every copy is sound", verified.returncode == 0, verified.stdout + verified.stderr)


proof.prove(main)

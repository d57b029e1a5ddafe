#!/usr/bin/env python3
"""The second half of programs.sh: programs.py PROGRAM HOME PORT LINES COMMAND... serves HOME, and says how long it takes
from something that a person says, written as the program writes it, to the event of its session."""
import json, os, sqlite3, subprocess, sys, threading, time, urllib.request, uuid
from datetime import datetime, timezone

PROGRAM, HOME, PORT, LINES = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
BASE = "http://127.0.0.1:%d" % PORT
NAMES = {"copilot": "events.jsonl", "grok": "updates.jsonl", "pi": ".jsonl", "qwen": ".jsonl"}


def logs():
    """Of sessions, not of their sub-agents."""
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(HOME) for name in names
                  if name.endswith(NAMES[PROGRAM]) and "subagents" not in folder and (PROGRAM != "qwen" or "chats" in folder))


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def said(log):
    """The record of one more thing that is said."""
    with open(log, encoding="utf-8") as fh:
        last = [json.loads(line) for line in fh if line.strip().startswith("{")][-1]
    if PROGRAM == "pi":
        return {"type": "message", "id": uuid.uuid4().hex[:8], "parentId": last["id"], "timestamp": now(),
                "message": {"role": "user", "content": [{"type": "text", "text": "one more"}], "timestamp": int(time.time() * 1000)}}
    if PROGRAM == "qwen":
        return dict({key: last[key] for key in ("sessionId", "cwd", "version") if key in last}, uuid=str(uuid.uuid4()),
                    parentUuid=last["uuid"], timestamp=now(), type="user", message={"role": "user", "parts": [{"text": "one more"}]})
    if PROGRAM == "copilot":
        return {"type": "user.message", "id": str(uuid.uuid4()), "timestamp": now(), "parentId": last.get("id"),
                "data": {"content": "one more", "transformedContent": "one more", "messageId": str(uuid.uuid4())}}
    session = os.path.basename(os.path.dirname(log))
    return {"timestamp": int(time.time()), "method": "session/update", "params": {"sessionId": session, "update": {
        "sessionUpdate": "user_message_chunk", "content": {"type": "text", "text": "one more"}, "_meta": {"promptIndex": 99}}}}


def writers():
    """Functions that write one more thing, each to another session."""
    if PROGRAM == "kilo":
        base = sqlite3.connect(os.path.join(HOME, ".local", "share", "kilo", "kilo.db"), isolation_level=None)
        ids = [one for (one,) in base.execute(
            "select id from session where parent_id is null and time_archived is null\n            and id in (select session_id from message) order by id")]
        begun = time.time()
        base.execute("select id from session").fetchall()
        print("kilo: SELECT id FROM session takes %.1f ms" % ((time.time() - begun) * 1000))
        return [lambda one=one: base.execute("update session set title = ?, time_updated = ? where id = ?",
                                             ("one more " + now(), int(time.time() * 1000), one)) for one in ids]

    def writer(log):
        line = "\n" + json.dumps(said(log)) + "\n"

        def write():
            with open(log, "a", encoding="utf-8") as fh:
                fh.write(line)
        return write
    return [lambda log=log: writer(log) for log in logs()]


def total():
    try:
        return json.load(urllib.request.urlopen(BASE + "/api/sessions?limit=1"))["total"]
    except OSError:
        return -1


def settled():
    """All sessions are listed, and none comes any more."""
    stood, last = 0, -1
    while stood < 5:
        time.sleep(1)
        current = total()
        stood = stood + 1 if current > 0 and current == last else 0
        last = current
    return last


def main():
    service = subprocess.Popen(sys.argv[5:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen = threading.Event()

    def listen():
        for line in urllib.request.urlopen(BASE + "/api/events"):
            if line.startswith(b"event:") and line[6:].strip() == b"session":
                seen.set()
    try:
        listed = settled()
        threading.Thread(target=listen, daemon=True).start()
        time.sleep(1)
        took, every = [], writers()
        for at in range(LINES):
            write = every[at * 7 % len(every)]
            write = write if PROGRAM == "kilo" else write()
            seen.clear()
            begun = time.time()
            write()
            if not seen.wait(60):
                sys.exit("%s: no event came for line %d" % (PROGRAM, at))
            took.append((time.time() - begun) * 1000)
            time.sleep(0.1)
        took.sort()
        print("%s: %d sessions; appended to event, ms: p50 %.0f, p95 %.0f, longest %.0f" % (
            PROGRAM, listed, took[len(took) // 2], took[int(0.95 * (len(took) - 1))], took[-1]))
    finally:
        service.terminate()
        service.wait()


main()

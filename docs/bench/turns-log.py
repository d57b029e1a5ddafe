#!/usr/bin/env python3
"""One long transcript in Claude Code's layout: turns-log.py CONFIG_DIR [MB=30]. Typed messages, thoughts, answers, calls with results of
0.2 to 20 KB, and the machinery that newer versions write between them. Prints its size and number of lines."""
import json, os, random, sys, uuid
root = sys.argv[1]; want = float(sys.argv[2]) * 1e6 if len(sys.argv) > 2 else 30e6
r = random.Random(11); words = "fix the build session token parser schema über naïve 日本語 refactor test journal replay queue index".split()
def text(n): return " ".join(r.choice(words) for _ in range(n))
sid = "11111111-2222-4333-8444-555555555555"; folder = f"{root}/projects/-home-u-proj"; os.makedirs(folder, exist_ok=True)
out = []; got = 0; second = 0
def put(record):
    global got
    line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(); out.append(line); got += len(line) + 1
def base(kind, message, **more):
    global second
    second += 1
    stamp = "2026-11-%02dT%02d:%02d:%02d.123Z" % (1 + second // 86400 % 28, second // 3600 % 24, second // 60 % 60, second % 60)
    put({"parentUuid": str(uuid.UUID(int=r.getrandbits(128))), "isSidechain": False, "type": kind, "message": message, **more,
         "uuid": str(uuid.UUID(int=r.getrandbits(128))), "timestamp": stamp, "cwd": "/home/u/proj", "sessionId": sid, "version": "2.1.330"})
def said(message, block):
    base("assistant", {"id": message, "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "content": [block],
                       "usage": {"input_tokens": r.randint(5, 4000), "output_tokens": r.randint(1, 900)}})
while got < want:
    base("user", {"role": "user", "content": text(20)}, promptSource="typed")
    for step in range(r.randint(1, 6)):
        message = "msg_%024x" % r.getrandbits(96); call = "toolu_%024x" % r.getrandbits(96)
        said(message, {"type": "thinking", "thinking": text(30), "signature": "c2ln"})
        said(message, {"type": "text", "text": text(r.choice([10, 60, 300]))})
        said(message, {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": text(8)}})
        base("user", {"role": "user", "content": [{"tool_use_id": call, "type": "tool_result", "content": text(r.choice([30, 300, 3000]))}]})
        put({"type": "api-request-blob", "sessionId": sid, "message": {"role": "user", "content": text(500)}})
with open(f"{folder}/{sid}.jsonl", "wb") as f: f.write(b"\n".join(out) + b"\n")
print(json.dumps({"bytes": got, "lines": len(out)}))

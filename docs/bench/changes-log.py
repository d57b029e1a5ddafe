#!/usr/bin/env python3
"""One long transcript in Claude Code's layout that edits files: changes-log.py CONFIG_DIR [MB=30]. 60 files of 50 to 900 lines; each step
edits one of them, with the text before and the patch in the result as the program writes them, or runs a command or reads. Prints its size
and number of lines and of edits."""
import json, os, random, sys, uuid
root = sys.argv[1]; want = float(sys.argv[2]) * 1e6 if len(sys.argv) > 2 else 30e6
r = random.Random(12); words = "fix the build session token parser schema über naïve 日本語 refactor test journal replay queue index".split()
def text(n): return " ".join(r.choice(words) for _ in range(n))
sid = "11111111-2222-4333-8444-555555555555"; folder = f"{root}/projects/-home-u-proj"; os.makedirs(folder, exist_ok=True)
files = {f"/home/u/proj/src/f{i}.ts": [f"  const v{n} = {text(5)};" for n in range(r.randint(50, 900))] for i in range(60)}
out = []; got = 0; second = 0; edits = 0
def put(record):
    global got
    line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(); out.append(line); got += len(line) + 1
def base(kind, message, **more):
    global second
    second += 1
    stamp = "2026-11-%02dT%02d:%02d:%02d.123Z" % (1 + second // 86400 % 28, second // 3600 % 24, second // 60 % 60, second % 60)
    put({"parentUuid": str(uuid.UUID(int=r.getrandbits(128))), "isSidechain": False, "type": kind, "message": message, **more,
         "uuid": str(uuid.UUID(int=r.getrandbits(128))), "timestamp": stamp, "cwd": "/home/u/proj", "sessionId": sid, "version": "2.1.330"})
def call(name, given, told, answer):
    id = "toolu_%024x" % r.getrandbits(96)
    base("assistant", {"id": "msg_%024x" % r.getrandbits(96), "type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
                       "content": [{"type": "tool_use", "id": id, "name": name, "input": given}], "usage": {"input_tokens": 5, "output_tokens": 9}})
    base("user", {"role": "user", "content": [{"tool_use_id": id, "type": "tool_result", "content": answer}]}, toolUseResult=told)
def edit():
    global edits
    path = r.choice(sorted(files)); lines = files[path]; at = r.randrange(len(lines)); before = "\n".join(lines) + "\n"
    old = lines[at]; new = [f"  const w{edits} = {text(6)};" for _ in range(r.choice([1, 1, 1, 2, 6]))]
    if before.count(old + "\n") != 1: return
    first = max(0, at - 3); last = min(len(lines), at + 4)
    patch = {"oldStart": first + 1, "oldLines": last - first, "newStart": first + 1, "newLines": last - first - 1 + len(new),
             "lines": [" " + l for l in lines[first:at]] + ["-" + old] + ["+" + l for l in new] + [" " + l for l in lines[at + 1:last]]}
    lines[at:at + 1] = new; edits += 1
    given = {"file_path": path, "old_string": old, "new_string": "\n".join(new)}
    call("Edit", given, {"filePath": path, "oldString": old, "newString": given["new_string"], "originalFile": before, "structuredPatch": [patch],
                         "userModified": False, "replaceAll": False}, "The file has been updated.")
while got < want:
    base("user", {"role": "user", "content": text(20)}, promptSource="typed")
    for step in range(r.randint(1, 6)):
        kind = r.random()
        if kind < 0.3: edit()
        elif kind < 0.5: call("Bash", {"command": r.choice(["npm test", "git status", "ls -la src", "sed -i s/a/b/ src/f1.ts"])},
                              {"stdout": "", "stderr": "", "interrupted": False}, text(r.choice([30, 300, 3000])))
        else: call("Read", {"file_path": r.choice(sorted(files))}, {"type": "text"}, text(r.choice([300, 3000])))
with open(f"{folder}/{sid}.jsonl", "wb") as f: f.write(b"\n".join(out) + b"\n")
print(json.dumps({"bytes": got, "lines": len(out), "edits": edits}))

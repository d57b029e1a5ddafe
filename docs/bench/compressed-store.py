#!/usr/bin/env python3
"""A store of Codex: compressed-store.py CODEX_HOME [N=10000] [MEDIAN_KB=20]. Log-normal sizes (sigma 1.4, capped at 60 MB), 30 KB of
instructions before each first prompt. With N=1 one rollout of MEDIAN_KB. Prints a summary. Seed 11."""
import json, math, os, random, sys, time
root = sys.argv[1]; n = int(sys.argv[2]) if len(sys.argv) > 2 else 10000; median = float(sys.argv[3]) * 1024 if len(sys.argv) > 3 else 20480
r = random.Random(11); words = "fix the build session token parser schema über naïve 日本語 refactor test journal replay queue index store error trace".split()
def text(n): return " ".join(r.choice(words) + str(r.randrange(50)) for _ in range(n))
texts = [text(r.choice([8, 30, 120, 400])) for _ in range(400)]; rules = text(4000); total = 0
for i in range(n):
    size = median if n == 1 else min(median * math.exp(r.gauss(0, 1.4)), 60e6)
    t = 1760000000 + r.random() * 8e6; out = []; got = 0; sid = "%08x-%04x-7%03x-8%03x-%012x" % (i, r.getrandbits(16), r.getrandbits(12), r.getrandbits(12), r.getrandbits(48))
    def put(kind, payload):
        global got, t
        t += r.random() * 30; line = json.dumps({"timestamp": time.strftime("%Y-%m-%dT%H:%M:%S.123Z", time.gmtime(t)), "type": kind, "payload": payload}, ensure_ascii=False, separators=(",", ":")).encode()
        out.append(line); got += len(line) + 1
    put("session_meta", {"id": sid, "cwd": f"/home/u/proj/{i % 200}", "cli_version": "0.98.0", "source": "cli", "base_instructions": {"text": rules}, "git": {"branch": "main"}})
    while len(out) < 4 or got < size:
        put("turn_context", {"cwd": f"/home/u/proj/{i % 200}", "model": "gpt-5.1-codex"}); put("event_msg", {"type": "user_message", "message": r.choice(texts)})
        for _ in range(r.randint(1, 6)):
            call = "call_%024x" % r.getrandbits(96)
            put("response_item", {"type": "reasoning", "summary": [], "encrypted_content": "%0800x" % r.getrandbits(3200)})
            put("response_item", {"type": "function_call", "name": "shell", "arguments": json.dumps({"command": ["bash", "-lc", r.choice(texts)[:80]]}), "call_id": call})
            put("response_item", {"type": "function_call_output", "call_id": call, "output": r.choice(texts) * r.choice([1, 1, 4])}); put("event_msg", {"type": "token_count", "info": None})
        put("event_msg", {"type": "agent_message", "message": r.choice(texts)})
    folder = f"{root}/sessions/{time.strftime('%Y/%m/%d', time.gmtime(t))}"; os.makedirs(folder, exist_ok=True); b = b"\n".join(out) + b"\n"
    p = f"{folder}/rollout-2026-01-01T00-00-00-{sid}.jsonl"
    with open(p, "wb") as f: f.write(b)
    os.utime(p, (t, t)); total += len(b)
print(json.dumps({"files": n, "bytes": total}))

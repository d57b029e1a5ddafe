#!/usr/bin/env python3
"""A store of conversations with words as people use them, in the layout of Claude Code: search-store.py DIR [N=10000] [MEDIAN_KB=10]
DIR/.claude/projects/…, DIR/texts.tsv (session, turn, text: the same for an index of another kind) and DIR/words.txt (40 words
from the commonest to the rarest). 40,000 words by Zipf's law, log-normal sizes (sigma 1.2, capped at 20 MB). Seed 7."""
import bisect, itertools, json, math, os, random, sys, time, uuid

root, n, median = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10000, float(sys.argv[3]) * 1024 if len(sys.argv) > 3 else 10240
r = random.Random(7)
syllables = [a + b for a in "b c d f g k l m n p r s t v z st tr pl".split() for b in "a e i o u ai ou en or".split()]
words, seen = [], set()
while len(words) < 40000:
    w = "".join(r.choice(syllables) for _ in range(r.choice([1, 2, 2, 3, 3, 4])))
    if w not in seen:
        seen.add(w)
        words.append(w)
bounds = list(itertools.accumulate(1 / (i + 2) for i in range(len(words))))


def text(count):
    top = bounds[-1]
    return " ".join(words[bisect.bisect(bounds, r.random() * top)] for _ in range(count))


pool = [text(r.choice([6, 20, 60, 150])) for _ in range(30000)]
stamp = lambda t: time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(t)) + ".123Z"
total = turns = chars = 0
os.makedirs(root, exist_ok=True)
with open(root + "/texts.tsv", "w") as texts:
    for i in range(n):
        folder = f"{root}/.claude/projects/-home-u-proj-{i % 150}"
        os.makedirs(folder, exist_ok=True)
        sid = str(uuid.UUID(int=r.getrandbits(128), version=4))
        size, got, j, parent, out = min(median * math.exp(r.gauss(0, 1.2)), 20e6), 0, 0, None, []
        t = 1770000000 + r.random() * 8e6
        while got < size or j < 2:
            u, said, user = str(uuid.UUID(int=r.getrandbits(128), version=4)), r.choice(pool), j % 2 == 0
            t += r.random() * 60
            line = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": f"/home/u/proj/{i % 150}", "sessionId": sid, "version": "2.0.14", "gitBranch": "main", "uuid": u, "timestamp": stamp(t)}
            if user:
                line.update(type="user", message={"role": "user", "content": said})
            else:
                line.update(type="assistant", requestId="req_" + u[:10], message={"id": "msg_" + u[:12], "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "content": [{"type": "text", "text": said}], "usage": {"input_tokens": 5, "output_tokens": 9}})
            texts.write(f"{sid}\t{j}\t{said}\n")
            out.append(json.dumps(line))
            got += len(out[-1]) + 1
            parent, j, chars = u, j + 1, chars + len(said)
        path = f"{folder}/{sid}.jsonl"
        with open(path, "w") as f:
            f.write("\n".join(out) + "\n")
        os.utime(path, (t, t))
        total, turns = total + got, turns + j
with open(root + "/words.txt", "w") as f:
    for k in range(40):
        f.write(words[max(k, int(len(words) ** (k / 39)) - 1)] + "\n")
print(json.dumps({"sessions": n, "turns": turns, "bytes": total, "characters": chars}))

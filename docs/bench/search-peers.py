#!/usr/bin/env python3
"""The same words asked of SQLite FTS5 and of ripgrep over the same texts: search-peers.py DIR [ROUNDS=5]"""
import os, sqlite3, subprocess, sys, time

root, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
words = open(root + "/words.txt").read().split()


def spread(name, times):
    times.sort()
    at = lambda q: times[min(len(times) - 1, int(q * len(times)))] * 1000
    print(f"{name:<34} p50 {at(.5):8.1f}  p95 {at(.95):8.1f}  worst {times[-1] * 1000:8.1f} ms")


path = root + "/fts.db"
if os.path.exists(path):
    os.remove(path)
db = sqlite3.connect(path)
db.execute("CREATE VIRTUAL TABLE t USING fts5(sid UNINDEXED, turn UNINDEXED, body, tokenize='unicode61 remove_diacritics 2')")
began = time.time()
with open(root + "/texts.tsv") as f:
    db.executemany("INSERT INTO t VALUES (?,?,?)", (line.rstrip("\n").split("\t", 2) for line in f))
db.commit()
print(f"FTS5 indexed in {time.time() - began:.1f} s, {os.path.getsize(path) / 1e6:.0f} MB")
ranked, grouped = [], []
for _ in range(rounds):
    for word in words:
        at = time.perf_counter()
        db.execute("SELECT sid, turn, snippet(t, 2, '[', ']', '…', 20) FROM t WHERE t MATCH ? ORDER BY rank LIMIT 20", (word,)).fetchall()
        ranked.append(time.perf_counter() - at)
        at = time.perf_counter()
        db.execute("SELECT sid, count(*), min(rank) FROM t WHERE t MATCH ? GROUP BY sid ORDER BY 3 LIMIT 20", (word,)).fetchall()
        grouped.append(time.perf_counter() - at)
spread("FTS5, best 20 turns", ranked)
spread("FTS5, grouped by session, counted", grouped)
rg = []
for word in words[::4]:
    at = time.perf_counter()
    subprocess.run(["rg", "-c", "-w", "-F", word, root + "/.claude"], stdout=subprocess.DEVNULL)
    rg.append(time.perf_counter() - at)
spread("ripgrep over the logs", rg)

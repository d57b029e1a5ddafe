#!/usr/bin/env python3
"""rows.py out.jsonl: svc's ratio to each peer within the same round, row by row: median (least .. most)."""
import collections, json, statistics, sys

ROWS = (("T1 throughput", "throughput", "MBps"), ("T2 server CPU per 100 MB", "throughput", "server_cpu_s"),
        ("T3 echo p50", "echo", "p50_ms"), ("T3 echo p99", "echo", "p99_ms"),
        ("T4 echo under a flood p50", "echo-flood", "p50_ms"), ("T4 echo under a flood p99", "echo-flood", "p99_ms"),
        ("T5 attach, first byte", "attach", "first_byte_ms"), ("T5 attach, all 8 MB", "attach", "complete_ms"))
seen = collections.defaultdict(dict)
many = collections.defaultdict(list)  # of (peer, sessions), as often as it was measured
for line in open(sys.argv[1]):
    one = json.loads(line)
    if one.get("m") == "many" and one.get("state") == "emit":
        many[one["peer"], one["N"]].append(one["server_cpu_pct"])
    if "round" in one:
        for name, value in one.items():
            if isinstance(value, (int, float)) and value is not None:
                seen[one.get("peer"), one.get("m"), name].setdefault(one["round"], value)
peers = sorted({peer for peer, _, _ in seen if peer not in (None, "svc")})
for title, measure, name in ROWS:
    own = seen.get(("svc", measure, name), {})
    for peer in peers:
        theirs = seen.get((peer, measure, name), {})
        ratios = [own[r] / theirs[r] for r in own if theirs.get(r)]
        if ratios:
            print("%-28s svc / %-12s %.2f (%.2f .. %.2f), n=%d"
                  % (title, peer, statistics.median(ratios), min(ratios), max(ratios), len(ratios)))
for peer, sessions in sorted(many):
    ratios = [own / theirs for own, theirs in zip(many["svc", sessions], many[peer, sessions]) if theirs]
    if peer != "svc" and ratios:
        print("%-28s svc / %-12s %.2f (%.2f .. %.2f), n=%d"
              % ("T8 server CPU, %d sessions" % sessions, peer, statistics.median(ratios), min(ratios), max(ratios), len(ratios)))

#!/usr/bin/env python3
"""floor.py NAME: what `limits` measured of a raw read, as the throughput of a peer."""
import json, sys
one = json.loads(sys.stdin.read())
print(json.dumps({"peer": sys.argv[1], "m": "throughput", "MBps": one["MBps"]}))

#!/bin/sh
# The same Codex store plain and compressed as Codex does it: naming all and a first impression of each (list_ms), reading each whole
# (read_ms); then the first page of one long conversation, plain and compressed:
# docs/bench/compressed.sh [sessions] [median KB of a session] [MB of the conversation] [rounds]
# Needs python3, zstd, a JDK 25 and Maven.
set -eu
sessions=${1:-10000}
median=${2:-20}
megabytes=${3:-30}
rounds=${4:-5}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

compress() { # compress HOME
    find "$1/.codex" -name '*.jsonl' -exec zstd -q -3 --rm {} +
    du -sm "$1/.codex"
}

python3 docs/bench/compressed-store.py "$work/many/.codex" "$sessions" "$median"
python3 docs/bench/compressed-store.py "$work/one/.codex" 1 "$((megabytes * 1024))"
run_bench dev.svc.server.engine.EngineBench -Xmx512m -- "$work/many" 2 "$rounds" | grep -v engine_1
run_bench dev.svc.server.engine.turn.TurnsBench -Xmx512m -- "$work/one" "$rounds"
compress "$work/many"
compress "$work/one"
run_bench dev.svc.server.engine.EngineBench -Xmx512m -- "$work/many" 2 "$rounds" | grep -v engine_1
run_bench dev.svc.server.engine.turn.TurnsBench -Xmx512m -- "$work/one" "$rounds"

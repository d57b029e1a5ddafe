#!/bin/sh
# Indexes a generated store and asks it 40 words from the commonest to the rarest, beside SQLite FTS5 and ripgrep over the
# same texts in the same run; then an appended turn until it is found, size, memory with and without searching, idle cost:
# docs/bench/search.sh [sessions] [median KB of a session] [rounds]
# Needs python3 with SQLite's FTS5, ripgrep, a JDK 25 and Maven.
set -eu
sessions=${1:-10000}
median=${2:-10}
rounds=${3:-10}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

python3 docs/bench/search-store.py "$work/home" "$sessions" "$median"
run_bench dev.svc.server.SearchBench -Xmx512m -- "$work/home" "$work/off" off "$rounds"
run_bench dev.svc.server.SearchBench -Xmx512m -- "$work/home" "$work/on" on "$rounds"
python3 docs/bench/search-peers.py "$work/home" 3

#!/bin/sh
# The first page of a long conversation: a transcript of Claude Code is indexed from nothing and its newest 50 turns are read, beside
# reading the same bytes; one JSON line a round, the first rounds are cold:
# docs/bench/turns.sh [MB] [rounds]
# Needs python3, a JDK 25 and Maven.
set -eu
megabytes=${1:-30}
rounds=${2:-20}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

python3 docs/bench/turns-log.py "$work/.claude" "$megabytes"
run_bench dev.svc.server.engine.turn.TurnsBench -Xmx512m -- "$work" "$rounds"

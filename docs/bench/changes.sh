#!/bin/sh
# What a long session changed: a transcript of Claude Code is indexed and its edits are folded from nothing, then asked for again, unchanged;
# one JSON line a round, the first rounds are cold:
# docs/bench/changes.sh [MB] [rounds]
# Needs python3, a JDK 25 and Maven.
set -eu
megabytes=${1:-30}
rounds=${2:-20}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

python3 docs/bench/changes-log.py "$work/.claude" "$megabytes"
run_bench dev.svc.server.change.ChangesBench -Xmx512m -- "$work" "$rounds"

#!/bin/sh
# A long conversation as the page gets it: its first history page (indexed from nothing, 50 turns, 120 columns, as JSON), the same
# page again, and a full render of its newest 2,000 turns at 120 columns, beside reading the same bytes; one JSON line a round,
# the first rounds are cold:
# docs/bench/transcript.sh [MB] [rounds]
# Runs with the flags of the service, its 256 MB heap included: a render that needs more fails here.
# Needs python3, a JDK 25 and Maven.
set -eu
megabytes=${1:-30}
rounds=${2:-20}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

python3 docs/bench/turns-log.py "$work/.claude" "$megabytes"
run_bench dev.svc.server.transcript.TranscriptBench -- "$work" "$rounds"

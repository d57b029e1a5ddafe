#!/bin/sh
# A long conversation as the page gets it: its first history page (indexed from nothing, 50 turns, 120 columns, as JSON), the same
# page again, and a full render of its newest 2,000 messages at 120 columns, beside reading the same bytes; one JSON line a round,
# the first rounds are cold:
# docs/bench/transcript.sh [MB] [rounds]
# Runs with the flags of the service, its 256 MB heap included: a render that needs more fails here.
# Needs python3; build once before with  mvn test-compile dependency:copy-dependencies -pl shared,server
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
megabytes=${1:-30}
rounds=${2:-20}
. "$root/bin/java-home.sh"
require_java_home
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 "$root/docs/bench/turns-log.py" "$work/.claude" "$megabytes"
echo "load: $(uptime)"
"$JAVA_HOME/bin/java" "@$root/server/jvm.options" \
    -cp "$root/server/target/test-classes:$root/server/target/classes:$root/shared/target/classes:$root/server/target/dependency/*:$root/server/target/lib/*" \
    dev.svc.server.transcript.TranscriptBench "$work" "$rounds"

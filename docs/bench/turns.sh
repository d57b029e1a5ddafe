#!/bin/sh
# The first page of a long conversation: a transcript of Claude Code is indexed from nothing and its newest 50 turns are read, beside
# reading the same bytes; one JSON line a round, the first rounds are cold:
# docs/bench/turns.sh [MB] [rounds]
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
"$JAVA_HOME/bin/java" "@$root/server/jvm.options" -Xmx512m \
    -cp "$root/server/target/test-classes:$root/server/target/classes:$root/shared/target/classes:$root/server/target/dependency/*:$root/server/target/lib/*" \
    dev.svc.server.engine.TurnsBench "$work" "$rounds"

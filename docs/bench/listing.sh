#!/bin/sh
# Lists a generated store from nothing and from a valid cache, in rounds beside a walk + stat in C of the same store;
# then pages, words, one appended line to its event, memory and idle cost:
# docs/bench/listing.sh [sessions] [median KB of a session] [rounds]
# Needs a C compiler and python3; build once before with  mvn test-compile dependency:copy-dependencies -pl shared,server
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
sessions=${1:-10000}
median=${2:-20}
rounds=${3:-5}
. "$root/bin/java-home.sh"
require_java_home
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cc -O2 -o "$work/walk" "$root/docs/bench/listing-walk.c" -lpthread
python3 "$root/docs/bench/listing-store.py" "$work/home/.claude" "$sessions" "$median"
echo "load: $(uptime)"
"$JAVA_HOME/bin/java" "@$root/server/jvm.options" -Xmx512m \
    -cp "$root/server/target/test-classes:$root/server/target/classes:$root/shared/target/classes:$root/server/target/dependency/*:$root/server/target/lib/*" \
    dev.svc.server.ListingBench "$work/home" "$work/walk" "$work/cache" "$rounds"

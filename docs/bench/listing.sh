#!/bin/sh
# Lists a generated store from nothing and from a valid cache, in rounds beside a walk + stat in C of the same store;
# then pages, words, one appended line to its event, memory and idle cost:
# docs/bench/listing.sh [sessions] [median KB of a session] [rounds]
# Needs a C compiler and python3, a JDK 25 and Maven.
set -eu
sessions=${1:-10000}
median=${2:-20}
rounds=${3:-15}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

cc -O2 -o "$work/walk" docs/bench/listing-walk.c -lpthread
python3 docs/bench/listing-store.py "$work/home/.claude" "$sessions" "$median"
run_bench dev.svc.server.ListingBench -Xmx512m -- "$work/home" "$work/walk" "$work/cache" "$rounds"

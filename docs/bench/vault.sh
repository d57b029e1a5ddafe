#!/bin/sh
# Copies a generated store into a vault, beside cp -r and zstd -3 over the same files in the same run; then an appended
# line until it is in the vault, and the restoring of a thousand sessions:
# docs/bench/vault.sh [sessions] [median KB of a session] [rounds]
# Needs python3, zstd, a JDK 25 and Maven.
set -eu
sessions=${1:-10000}
median=${2:-30}
rounds=${3:-3}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

python3 docs/bench/search-store.py "$work/home" "$sessions" "$median"
timed() { # timed NAME COMMAND...: seconds, and of the processor
    name=$1
    shift
    /usr/bin/env bash -c 'TIMEFORMAT="%R s, %U + %S s of processor time"; time "$@" >/dev/null' bash "$@" 2>&1 |
        sed "s|^|$name: |"
}
for round in $(seq "$rounds"); do
    echo "round $round"
    timed "cp -r" cp -r "$work/home/.claude" "$work/copy"
    rm -rf "$work/copy"
    timed "zstd -3 of each file" sh -c "find '$work/home/.claude' -name '*.jsonl' -exec zstd -3 -q -c {} +"
    run_bench dev.svc.server.VaultBench -Xmx512m -- "$work/home" "$work/vault$round"
done

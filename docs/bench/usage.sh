#!/bin/sh
# Counts what a generated store used, from nothing, beside reading the same bytes plainly; then how long each page of it
# takes, and a restart. With ccusage on the PATH or in npm's cache, its totals over the same store are printed as well:
# docs/bench/usage.sh [sessions] [median KB of a session] [rounds]
# Needs python3, a JDK 25 and Maven.
set -eu
sessions=${1:-10000}
median=${2:-10}
rounds=${3:-1}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

python3 docs/bench/search-store.py "$work/home" "$sessions" "$median"
for round in $(seq "$rounds"); do
    run_bench dev.svc.server.UsageBench -Xmx512m -- "$work/home" "$work/round$round"
done
if npx --offline ccusage --version >/dev/null 2>&1; then
    began=$(date +%s%N)
    CLAUDE_CONFIG_DIR="$work/home/.claude" npx --offline ccusage monthly --json --offline >"$work/ccusage.json"
    echo "ccusage: $((($(date +%s%N) - began) / 1000000)) ms"
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["totals"])' "$work/ccusage.json"
fi

#!/bin/sh
# What people notice of the vault: start to a whole list, and a page of the list, with everything kept and with the vault
# off, in interleaved rounds; then the list while everything is copied for the first time:
# docs/bench/keeping.sh [sessions] [rounds]
# Needs a build (./svc version) and python3.
set -eu
sessions=${1:-10000}
rounds=${2:-5}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"
mkdir -p "$work/page"
echo '<!doctype html>' >"$work/page/index.html"
python3 docs/bench/search-store.py "$work/home" "$sessions" 10
python3 docs/bench/keeping.py "$work" "$sessions" "$rounds" "$JAVA_HOME/bin/java" "@$root/server/jvm.options" \
    -jar "$root/server/target/svc.jar" serve

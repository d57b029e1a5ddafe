#!/bin/sh
# Measures panes beside each other: opening a second one, a key and its echo in each of four, and the switch of a session
# in one. Prints a table in Markdown.
#
#   docs/bench/split.sh [ROUNDS]     5 rounds when nothing is said
#
# Needs what the browser tests need: a build (./svc version), `npm ci` in web/, Chromium, dtach.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/bin/java-home.sh"
require_java_home
cd "$root/web"
SVC_BENCH_ROUNDS=${1:-5} npx vitest run --config e2e/bench/vitest.config.ts --reporter=dot split

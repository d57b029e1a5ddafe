#!/bin/sh
# Measures the live board: the work of the page and of the server, and what goes over the wire, with programs that print
# ten lines a second, and the same without the board. Prints a table in Markdown.
#
#   docs/bench/board.sh [ROUNDS] [PROGRAMS]     5 rounds and 40 programs when nothing is said
#
# Needs what the browser tests need: a build (./svc version), `npm ci` in web/, Chromium, dtach; and python3.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/bin/java-home.sh"
require_java_home
cd "$root/web"
SVC_BENCH_ROUNDS=${1:-5} SVC_BENCH_LIVE=${2:-40} npx vitest run --config e2e/bench/vitest.config.ts --reporter=dot board

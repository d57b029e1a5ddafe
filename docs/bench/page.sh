#!/bin/sh
# Measures the built page in Chromium against the real server with dtach, and prints a table in Markdown.
#
#   docs/bench/page.sh [ROUNDS] [SESSIONS]     5 rounds and 10,000 sessions when nothing is said
#
# Needs what the browser tests need: a build (./svc version), `npm ci` in web/, Chromium, dtach.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/bin/java-home.sh"
require_java_home
cd "$root/web"
SVC_BENCH_ROUNDS=${1:-5} SVC_BENCH_SESSIONS=${2:-10000} npx vitest run --config e2e/bench/vitest.config.ts --reporter=dot page

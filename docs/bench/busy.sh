#!/bin/sh
# How soon conversations can be found on a machine whose processors are all taken: the service beside loops, with
# each niceness of the following threads, in interleaved rounds; how much of a core those threads had.
# docs/bench/busy.sh [sessions] [rounds] [loops] [niceness...], as in  busy.sh 300 3 6 19 10
# Needs a build (./svc version), python3, renice, and Linux.
set -eu
sessions=${1:-300}
rounds=${2:-3}
loops=${3:-6}
[ $# -lt 4 ] || shift 3
[ $# -gt 0 ] || set -- 19 10
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"
mkdir "$work/page"
echo '<!doctype html>' >"$work/page/index.html"
python3 docs/bench/search-store.py "$work/home" "$sessions" 10
python3 docs/bench/busy.py "$work" "$rounds" "$loops" "$*" "$JAVA_HOME/bin/java" "@server/jvm.options" -jar server/target/svc.jar serve

#!/bin/sh
# Texts that are hard work for a parser, each as large as it is taken: a page of 80 columns, its HTML, and how long another
# virtual thread waits meanwhile; one JSON line a text and round, the first rounds are cold:
# docs/bench/hostile.sh [rounds]
# Runs with the flags of the service. Needs a JDK 25 and Maven.
set -eu
rounds=${1:-5}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"

run_bench dev.svc.server.transcript.HostileBench -- "$rounds"

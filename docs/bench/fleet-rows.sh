#!/bin/sh
# A fleet of real services and of hosts that are made up (42 when nothing else is said), on a nats-server of its own:
#   docs/bench/fleet-rows.sh rows [ROWS] [HOSTS] [LOOKS]     the first sync, memory a row, pages with facets
#   docs/bench/fleet-rows.sh change [ROUNDS] [HOSTS] [ROWS]  a change on one host until it is on the page of another one
#   docs/bench/fleet-rows.sh cut [CHANGES]                   what changed while the broker was away, once it is back, with
#                                                            the pauses of up to ten seconds between attempts to connect
#   docs/bench/fleet-rows.sh idle [HOSTS] [SERVICES] [SECONDS]
#   docs/bench/fleet-rows.sh                                 all of them
# A million rows take 5 GB of memory and 2 GB of disk; 100000 of them fit anywhere.
# Needs nats-server, a JDK 25, Maven, and a built server (./svc version).
set -eu
part=${1:-all}
[ $# -eq 0 ] || shift
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"
[ -e server/target/svc.jar ] || {
    echo "fleet-rows.sh: build the server first: ./svc version" >&2
    exit 2
}

# measure PART NUMBERS: one part in a folder of its own.
measure() {
    mkdir "$work/$1"
    if [ "$1" = cut ]; then
        run_bench dev.svc.server.fleet.FleetCutBench -Xmx2g -- "$work/$1" "$2"
    else
        run_bench dev.svc.server.FleetRowsBench -Xmx1g -- "$work/$1" "$@"
    fi
}

case $part in
rows) measure rows "${1:-1000000}" "${2:-42}" "${3:-40}" ;;
change) measure change "${1:-300}" "${2:-42}" "${3:-10000}" ;;
cut) measure cut "${1:-100000}" ;;
idle) measure idle "${1:-42}" "${2:-8}" "${3:-60}" ;;
all)
    measure rows 1000000 42 40
    measure change 300 42 10000
    measure cut 100000
    measure idle 42 8 60
    ;;
*)
    echo "fleet-rows.sh: rows, change, cut or idle" >&2
    exit 2
    ;;
esac

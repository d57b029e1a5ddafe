#!/bin/sh
# Kills a process that changes metadata 500 times (or as often as said) on one home, and judges each time by the log of
# acknowledgements: nothing lost, nothing invented, the sidecar equal to a replay.
#
#   docs/bench/journal-kill.sh [ROUNDS]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
cd "$root"
. "$root/bin/java-home.sh"
require_java_home
. "$root/bin/build.sh"
maven -pl shared,server verify -Dtest=NoUnit -Dit.test=JournalKillIT -Dsvc.kill.rounds="${1:-500}" \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

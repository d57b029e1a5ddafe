#!/bin/sh
# Kills a process that changes metadata 500 times (or as often as said) on one home, and judges each time by the log of
# acknowledgements: nothing lost, nothing invented, the sidecar equal to a replay.
#
#   docs/bench/journal-kill.sh [ROUNDS]
set -eu
cd "$(dirname "$0")/../.."
exec mvn -B -o -pl shared,server verify -Dtest=NoUnit -Dit.test=JournalKillIT -Dsvc.kill.rounds="${1:-500}" \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false

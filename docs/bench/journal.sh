#!/bin/sh
# Measures the journal on this machine and prints a table in Markdown.
#
#   docs/bench/journal.sh [FOLDER]    FOLDER is on the disk to measure; a temporary one by default
#
# Needs a JDK 25 and Maven. Everything it writes is in a folder that goes with it.
set -eu
disk=${1:-}
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"
run_bench dev.svc.server.journal.JournalBench -- "${disk:-$work}"

#!/bin/sh
# Proves that svc lists what GitHub Copilot CLI itself knows.
#
# - Fetches GitHub Copilot CLI from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, without an account.
# - A scripted model answers; Copilot makes sessions: a plain one with an id of its own, resumed once from elsewhere, one
#   with tools, ones whose names need quotes or several lines, one in a folder that is not ASCII, a failed one, one killed
#   in the middle of an answer, and one by hand, in which a turn is taken back with /rewind.
# - Compares the program's own index (session-store.db) with the rows of svc's provider, and says what differs.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_copilot
offline python3 -B "$here/copilot-proof.py" "$root" "$copilot_modules"

#!/bin/sh
# Proves that svc lists what Grok itself lists.
#
# - Fetches Grok from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away.
# - A scripted model answers; Grok makes sessions: a plain one that is resumed from another folder, one with tools in a
#   folder with a name that is not ASCII, a fork, one with a sub-agent, a failed one, one killed in the middle of an
#   answer, one begun by svc's own words in a terminal, where a command is allowed by its digit and the title is changed.
# - Compares `grok sessions list` with the rows of svc's provider, and says what differs.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_grok
offline python3 -B "$here/grok-proof.py" "$root" "$grok_modules"

#!/bin/sh
# Proves that svc lists what Pi itself lists, and tells the branch where each session stands.
#
# - Fetches Pi and a Node.js new enough for it from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away.
# - A scripted model answers; Pi makes sessions: a plain one, one with tools, one under an id of the person's own with a
#   name, one in a folder with a name that is not ASCII, a resumed one, a fork, a failed one, and one in which two
#   processes spoke at once.
# - Compares what Pi's own library lists, and its branches, with the rows of svc's provider, and says what differs.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_pi
offline python3 -B "$here/pi-proof.py" "$root" "$pi_modules"

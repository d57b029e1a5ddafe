#!/bin/sh
# Proves that svc lists what Kimi Code itself lists.
#
# - Fetches Kimi Code and a Node.js new enough for it from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away.
# - A scripted model answers; Kimi makes sessions: a plain one, one with tools, one in a folder with a name that is not
#   ASCII, a resumed one, a fork, a failed one, one killed in the middle of an answer, one typed by hand with a title of
#   its own.
# - Compares `kimi session list --all --json` with the rows of svc's provider, and says what differs.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_kimi
offline python3 -B "$here/kimi-proof.py" "$root" "$kimi_modules"

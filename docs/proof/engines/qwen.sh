#!/bin/sh
# Proves that svc lists what Qwen Code itself lists, and moves its sessions to where it resumes them.
#
# - Fetches Qwen Code and a Node.js new enough for it from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away.
# - A scripted model answers; the program makes sessions: a plain one under an id of ours, one with a tool, one of two
#   folders whose names become the same, a resumed one, a fork, a failed one, one killed in the middle of an answer.
# - Compares `qwen sessions list --json` in each folder with the rows of svc's provider, and says what differs.
# - Tries what svc counts on: a session is refused in another folder, one that was put away is not resumed, the variable
#   that moves the store does so, and a first prompt on the command line is typed.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_qwen
offline python3 -B "$here/qwen-proof.py" "$root" "$qwen_modules"

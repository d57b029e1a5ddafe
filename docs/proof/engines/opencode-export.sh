#!/bin/sh
# Proves that svc tells the conversations of opencode as `opencode export` itself does.
#
# - Fetches the program from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, on a copy of the
#   recorded database of the tests.
# - Exports every session with both programs and compares, message by message, who said what, and which tools were used.
#
# Of the others, Kimi Code exports a session's own files as a ZIP archive, which says nothing that the store does not;
# Claude Code has /export inside a running program only; Codex, Gemini CLI and Antigravity have none.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_opencode
offline python3 -B "$here/opencode-export-proof.py" "$root" "$opencode_modules/.bin/opencode"

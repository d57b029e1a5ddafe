#!/bin/sh
# Proves that agents use svc by its tools, with the real programs.
#
# - Fetches Claude Code, Codex and opencode from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - Each registers `svc mcp` as its own documentation says, is asked what was decided in an earlier session, and finds
#   it with two tools; Claude Code does the same behind a token, over HTTP. With --drive it sends a prompt to another
#   session, and answers what that one asks.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server
# (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_claude_codex
fetch_opencode
offline python3 -B "$here/mcp-proof.py" "$root" "$claude_codex_modules" "$opencode_modules" "$gemini_modules" \
    "$kimi_modules" "$@"

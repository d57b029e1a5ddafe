#!/bin/sh
# Proves that what svc keeps goes back to the real programs.
#
# - Fetches Claude Code, Codex, opencode, Gemini CLI and Kimi Code from npm, once, into PROOF_CACHE (default:
#   ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - A scripted model answers; each program makes a session of two turns, and svc keeps it.
# - The session is deleted: by its program where that can do it, else its files are. svc still shows every turn.
# - `svc vault restore` gives it back, the program resumes it by its id, and svc shows the turns of before and the new one.
# - Then the folder it worked in is moved, the session deleted again, and restored with `--map`: the program resumes it
#   in the new place.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_claude_codex
fetch_opencode
fetch_gemini
fetch_kimi
offline python3 -B "$here/vault-proof.py" "$root" "$claude_codex_modules" "$opencode_modules" "$gemini_modules" \
    "$kimi_modules" "$@"

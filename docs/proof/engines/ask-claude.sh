#!/bin/sh
# Proves that Claude Code under svc is asked and answered by its own hook, and that its terminal stays what it was.
#
# - Fetches Claude Code and Codex from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - svc starts the program; a scripted model asks for commands and a choice. They are allowed, denied with words and
#   chosen from here, and answered and broken off in the terminal; the person's settings keep every byte.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_claude_codex
offline python3 -B "$here/ask-claude-proof.py" "$root" "$claude_codex_modules" "$opencode_modules" "$gemini_modules" \
    "$kimi_modules"

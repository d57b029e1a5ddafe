#!/bin/sh
# Proves that svc hears what opencode and Codex ask, and answers them, beside their screens, with the real programs.
#
# - Fetches them from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - svc starts each program; a scripted model asks for a command, for a change of a file, and which of two answers. svc
#   hears all of it over its line, with the whole command and diff; an answer of svc is done, and said to be taken where
#   the program says so; one in the terminal settles the question, a refusal brings its words to the model, and a server
#   that is started anew hears what is open. Codex is tried with the server that its terminals share.
# - ask-lines.sh opencode, ask-lines.sh codex tries one of them.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_claude_codex
fetch_opencode
offline python3 -B "$here/ask-lines-proof.py" "$root" "$claude_codex_modules" "$opencode_modules" "$gemini_modules" \
    "$kimi_modules" "$@"

#!/bin/sh
# Proves that what runs outside svc is seen, joined, answered, left and brought here, with the real programs.
#
# - Fetches Claude Code, Codex, opencode, Gemini CLI and Kimi Code from npm, once, into PROOF_CACHE (default:
#   ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - Somebody starts each program in a pane of tmux, Claude Code in its background and in GNU screen as well, Codex with
#   its server, and opencode with a port; a scripted model asks for a command. svc sees where it is and, as far as the
#   program says so, that it waits; two viewers join and see the dialog, one answers; they leave, and it runs on in a
#   window of the same size; a second program is refused; it is brought here where the session is sure.
# - join.sh claude kimi ... tries these alone; join-proof.py ends with their names.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, tmux, screen, script, a JDK 25 as JAVA_HOME, and a built
# server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
command -v tmux >/dev/null || refuse "this needs tmux"
fetch_claude_codex
fetch_opencode
fetch_gemini
fetch_kimi
offline python3 -B "$here/join-proof.py" "$root" "$claude_codex_modules" "$opencode_modules" "$gemini_modules" \
    "$kimi_modules" "$@"

#!/bin/sh
# Proves that svc lists what Claude Code and Codex themselves list.
#
# - Fetches both programs from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof); each is a native binary.
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - A scripted model answers; the programs make sessions: plain ones, resumed ones, forks, a failed one, one killed in the
#   middle of an answer, one in a folder with a name that is not ASCII, named ones, some typed by hand in a terminal.
# - Compares Codex's own `thread/list` with the rows of svc's provider field by field; compares Claude Code's resume list
#   with the rows, resumes every row by its id, and archives one and brings it back.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_claude_codex
offline python3 -B "$here/claude-codex-proof.py" "$root" "$claude_codex_modules"

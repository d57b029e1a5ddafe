#!/bin/sh
# Proves that svc lists what opencode, Kilo and Gemini CLI themselves list, and that a resume by svc costs no history.
#
# - Fetches the programs from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away.
# - A scripted model answers; the programs make sessions: plain ones, with tools, in a folder that has a blank in its
#   name, resumed ones, a fork, failed ones, one killed in the middle of an answer.
# - Compares `opencode session list`, the same of Kilo, and `gemini --list-sessions` with the rows of svc's providers, and
#   says what differs.
# - Resumes a Gemini session in a later minute with and without the settings that svc hands over, and looks at what
#   the program's own cleaning leaves.
#
# Needs: Linux, root or user namespaces (unshare), python3, node 20 or newer, npm, a JDK 25 as JAVA_HOME, and a built
# server (./svc version). Takes about eight minutes.
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_opencode
fetch_gemini
fetch_kilo
offline python3 -B "$here/opencode-gemini-proof.py" "$root" "$opencode_modules" "$gemini_modules" "$kilo_modules"

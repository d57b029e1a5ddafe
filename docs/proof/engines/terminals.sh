#!/bin/sh
# Proves that the five programs that came last are begun, told, watched, ended and resumed in terminals of svc.
#
# - Fetches them from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - svc begins a session of each; a prompt is sent while it is idle; a command waits for its permission, which the list
#   says, and is allowed by a key; it is ended, resumed, and told something else: one session, whose transcript,
#   export, search, usage and title have all of it. Then somebody starts the program outside svc, and the list says so.
# - terminals.sh pi grok tries these alone.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, script (bsdutils), a JDK 25 as JAVA_HOME, and a built
# server (./svc version).
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

require_built
fetch_copilot
fetch_kilo
fetch_pi
fetch_qwen
fetch_grok
offline python3 -B "$here/terminals-proof.py" "$root" none none none "$pi_modules" "$copilot_modules" "$kilo_modules" \
    "$qwen_modules" "$grok_modules" "$@"

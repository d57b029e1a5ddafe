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

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
opencode=${OPENCODE_VERSION:-1.18.33}

[ -e "$root/server/target/svc.jar" ] || { echo "$0: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "$0: set JAVA_HOME to a JDK 25" >&2; exit 2; }

if [ ! -e "$cache/opencode-$opencode/done" ]; then
    mkdir -p "$cache/opencode-$opencode"
    (cd "$cache/opencode-$opencode" && npm install --no-fund --no-audit --no-save --prefix . "opencode-ai@$opencode" >npm.log 2>&1 && touch done) ||
        { echo "$0: npm could not install opencode-ai; $cache/opencode-$opencode/npm.log says why" >&2; exit 2; }
fi

user=
[ "$(id -u)" = 0 ] || user="--user --map-root-user"
# shellcheck disable=SC2086
exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh \
    python3 "$here/opencode-export-proof.py" "$root" "$cache/opencode-$opencode/node_modules/.bin/opencode"

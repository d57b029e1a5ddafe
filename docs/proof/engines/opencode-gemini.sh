#!/bin/sh
# Proves that svc lists what opencode and Gemini CLI themselves list, and that a resume by svc costs no history.
#
# - Fetches both programs from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away.
# - A scripted model answers; the programs make sessions: plain ones, with tools, in a folder that has a blank in its
#   name, resumed ones, a fork, failed ones, one killed in the middle of an answer.
# - Compares `opencode session list` and `gemini --list-sessions` with the rows of svc's providers, and
#   says what differs.
# - Resumes a Gemini session in a later minute with and without the settings that svc hands over, and looks at what
#   the program's own cleaning leaves.
#
# Needs: Linux, root or user namespaces (unshare), python3, node 20 or newer, npm, a JDK 25 as JAVA_HOME, and a built
# server (./svc version). Takes about four minutes.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
opencode=${OPENCODE_VERSION:-1.18.33}
gemini=${GEMINI_VERSION:-0.61.0}

[ -e "$root/server/target/svc.jar" ] || { echo "$0: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "$0: set JAVA_HOME to a JDK 25" >&2; exit 2; }

fetch() {
    [ -e "$cache/$1/done" ] && return
    mkdir -p "$cache/$1"
    (cd "$cache/$1" && npm install --no-fund --no-audit --no-save --prefix . "$2" >npm.log 2>&1 && touch done) ||
        { echo "$0: npm could not install $2; $cache/$1/npm.log says why" >&2; exit 2; }
}

fetch "opencode-$opencode" "opencode-ai@$opencode"
fetch "gemini-$gemini" "@google/gemini-cli@$gemini"

user=
[ "$(id -u)" = 0 ] || user="--user --map-root-user"
# shellcheck disable=SC2086
exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh \
    python3 "$here/opencode-gemini-proof.py" "$root" \
    "$cache/opencode-$opencode/node_modules" "$cache/gemini-$gemini/node_modules"

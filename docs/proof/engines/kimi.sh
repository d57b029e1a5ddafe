#!/bin/sh
# Proves that svc lists what Kimi Code itself lists.
#
# - Fetches Kimi Code and a Node.js new enough for it from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away.
# - A scripted model answers; Kimi makes sessions: a plain one, one with tools, one in a folder with a name that is not
#   ASCII, a resumed one, a fork, a failed one, one killed in the middle of an answer, one typed by hand with a title of
#   its own.
# - Compares `kimi session list --all --json` with the rows of svc's provider, and says what differs.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
kimi=${KIMI_VERSION:-2.1.0}

[ -e "$root/server/target/svc.jar" ] || { echo "kimi.sh: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "kimi.sh: set JAVA_HOME to a JDK 25" >&2; exit 2; }

if [ ! -e "$cache/kimi-$kimi/done" ]; then
    mkdir -p "$cache/kimi-$kimi"
    (cd "$cache/kimi-$kimi" && npm install --no-fund --no-audit --no-save --prefix . \
        node@22 "@moonshot-ai/kimi-code@$kimi" >npm.log 2>&1 && touch done) ||
        { echo "kimi.sh: npm could not install it; $cache/kimi-$kimi/npm.log says why" >&2; exit 2; }
fi

user=
[ "$(id -u)" = 0 ] || user="--user --map-root-user"
# shellcheck disable=SC2086
exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh \
    python3 "$here/kimi-proof.py" "$root" "$cache/kimi-$kimi/node_modules"

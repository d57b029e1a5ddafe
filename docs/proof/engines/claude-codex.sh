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

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
claude=${CLAUDE_VERSION:-2.1.330}
codex=${CODEX_VERSION:-0.169.0}

[ -e "$root/server/target/svc.jar" ] || { echo "claude-codex.sh: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "claude-codex.sh: set JAVA_HOME to a JDK 25" >&2; exit 2; }

case $(uname -m) in
    aarch64) cpu=arm64 ;;
    *) cpu=x64 ;;
esac

place=$cache/claude-$claude-codex-$codex
if [ ! -e "$place/done" ]; then
    mkdir -p "$place"
    (cd "$place" && npm install --no-fund --no-audit --no-save --prefix . \
        "@anthropic-ai/claude-code-linux-$cpu@$claude" "@openai/codex@$codex" >npm.log 2>&1 && touch done) ||
        { echo "claude-codex.sh: npm could not install them; $place/npm.log says why" >&2; exit 2; }
fi

user=
[ "$(id -u)" = 0 ] || user="--user --map-root-user"
# shellcheck disable=SC2086
exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh \
    python3 "$here/claude-codex-proof.py" "$root" "$place/node_modules"

#!/bin/sh
# Proves that what runs outside svc is seen, joined, answered, left and brought here, with the real programs.
#
# - Fetches Claude Code and Codex from npm, once, into PROOF_CACHE (default: ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - Somebody starts each program in a pane of tmux, and Claude Code in its background, and Codex with its server; a
#   scripted model asks for a command. svc sees who waits and where; two viewers join and see the dialog, one answers;
#   they leave, and it runs on in a window of the same size; a second program is refused; it is brought here.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, tmux, a JDK 25 as JAVA_HOME, and a built server
# (./svc version).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
claude=${CLAUDE_VERSION:-2.1.330}
codex=${CODEX_VERSION:-0.169.0}
folder=$cache/claude-$claude-codex-$codex

[ -e "$root/server/target/svc.jar" ] || { echo "join.sh: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "join.sh: set JAVA_HOME to a JDK 25" >&2; exit 2; }

case $(uname -m) in
    aarch64) cpu=arm64 ;;
    *) cpu=x64 ;;
esac

if [ ! -e "$folder/done" ]; then
    mkdir -p "$folder"
    (cd "$folder" && npm install --no-fund --no-audit --no-save --prefix . "@anthropic-ai/claude-code-linux-$cpu@$claude" \
        "@openai/codex@$codex" >npm.log 2>&1 && touch "./done") ||
        { echo "join.sh: npm could not install the programs; $folder/npm.log says why" >&2; exit 2; }
fi

user=
[ "$(id -u)" = 0 ] || user="--user --map-root-user"
# shellcheck disable=SC2086
exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh python3 "$here/join-proof.py" "$root" "$folder/node_modules"

#!/bin/sh
# Proves that what svc keeps goes back to the real programs.
#
# - Fetches Claude Code, Codex, opencode, Gemini CLI and Kimi Code from npm, once, into PROOF_CACHE (default:
#   ~/.cache/svc-proof).
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys.
# - A scripted model answers; each program makes a session of two turns, and svc keeps it.
# - The session is deleted: by its program where that can do it, else its files are. svc still shows every turn.
# - `svc vault restore` gives it back, the program resumes it by its id, and svc shows the turns of before and the new one.
# - Then the folder it worked in is moved, the session deleted again, and restored with `--map`: the program resumes it
#   in the new place.
#
# Needs: Linux, root or user namespaces (unshare), python3, npm, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
claude=${CLAUDE_VERSION:-2.1.330}
codex=${CODEX_VERSION:-0.169.0}
opencode=${OPENCODE_VERSION:-1.18.33}
gemini=${GEMINI_VERSION:-0.61.0}
kimi=${KIMI_VERSION:-2.1.0}

[ -e "$root/server/target/svc.jar" ] || { echo "vault.sh: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "vault.sh: set JAVA_HOME to a JDK 25" >&2; exit 2; }

case $(uname -m) in
    aarch64) cpu=arm64 ;;
    *) cpu=x64 ;;
esac

fetch() { # fetch FOLDER PACKAGE...
    folder=$cache/$1
    shift
    [ -e "$folder/done" ] && return
    mkdir -p "$folder"
    (cd "$folder" && npm install --no-fund --no-audit --no-save --prefix . "$@" >npm.log 2>&1 && touch "./done") ||
        { echo "vault.sh: npm could not install $*; $folder/npm.log says why" >&2; exit 2; }
}

fetch "claude-$claude-codex-$codex" "@anthropic-ai/claude-code-linux-$cpu@$claude" "@openai/codex@$codex"
fetch "opencode-$opencode" "opencode-ai@$opencode"
fetch "gemini-$gemini" "@google/gemini-cli@$gemini"
fetch "kimi-$kimi" node@22 "@moonshot-ai/kimi-code@$kimi"

user=
[ "$(id -u)" = 0 ] || user="--user --map-root-user"
# shellcheck disable=SC2086
exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh \
    python3 "$here/vault-proof.py" "$root" "$cache/claude-$claude-codex-$codex/node_modules" \
    "$cache/opencode-$opencode/node_modules" "$cache/gemini-$gemini/node_modules" "$cache/kimi-$kimi/node_modules" "$@"

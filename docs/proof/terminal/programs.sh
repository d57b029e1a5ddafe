#!/bin/sh
# Proves that svc starts, adopts, ends and resumes the real programs in its own terminals.
#
# - Fetches Claude Code, Codex, opencode, Gemini CLI and Kimi Code from npm, once, into PROOF_CACHE (default:
#   ~/.cache/svc-proof), in the versions below.
# - Then works in a network namespace that has nothing but loopback, in a home that is thrown away, with dummy keys; a
#   scripted model answers.
# - Runs `svc serve` and talks to it as the page does: opens a new session over the terminal socket, types a question,
#   reads the answer, sees the placeholder adopted and the row listed, has the program ended by archiving, resumes the
#   session, sees the first question again and asks a second one.
#
# programs.sh [claude|codex|opencode|gemini|kimi]...   without a name all of them. About four minutes.
# Needs: Linux, root or user namespaces (unshare), python3, node 20 or newer, npm, dtach, a JDK 25 as JAVA_HOME, and a
# built server (./svc version).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
claude=${CLAUDE_VERSION:-2.1.330}
codex=${CODEX_VERSION:-0.169.0}
opencode=${OPENCODE_VERSION:-1.18.33}
gemini=${GEMINI_VERSION:-0.61.0}
kimi=${KIMI_VERSION:-2.1.0}

[ -e "$root/server/target/svc.jar" ] || { echo "$0: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "$0: set JAVA_HOME to a JDK 25" >&2; exit 2; }

case $(uname -m) in
    aarch64) cpu=arm64 ;;
    *) cpu=x64 ;;
esac

fetch() { # fetch FOLDER PACKAGE...
    place=$cache/$1
    shift
    [ -e "$place/done" ] && return
    mkdir -p "$place"
    (cd "$place" && npm install --no-fund --no-audit --no-save --prefix . "$@" >npm.log 2>&1 && touch done) ||
        { echo "$0: npm could not install $*; $place/npm.log says why" >&2; exit 2; }
}

fetch "claude-$claude-codex-$codex" "@anthropic-ai/claude-code-linux-$cpu@$claude" "@openai/codex@$codex"
fetch "opencode-$opencode" "opencode-ai@$opencode"
fetch "gemini-$gemini" "@google/gemini-cli@$gemini"
fetch "kimi-$kimi" node@22 "@moonshot-ai/kimi-code@$kimi"

user=
[ "$(id -u)" = 0 ] || user="--user --map-root-user"
# shellcheck disable=SC2086
exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh \
    python3 "$here/programs-proof.py" "$root" "$cache/claude-$claude-codex-$codex/node_modules" \
    "$cache/opencode-$opencode/node_modules" "$cache/gemini-$gemini/node_modules" "$cache/kimi-$kimi/node_modules" "$@"

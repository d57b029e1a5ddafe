# shellcheck shell=sh
# What the proofs with real programs begin with: which versions they use, how these are fetched, and a place without a
# network. Sourced.
# shellcheck disable=SC2034 # who sources it uses them

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${PROOF_CACHE:-$HOME/.cache/svc-proof}
claude=${CLAUDE_VERSION:-2.1.332}
codex=${CODEX_VERSION:-0.171.0}
opencode=${OPENCODE_VERSION:-1.18.33}
gemini=${GEMINI_VERSION:-0.61.0}
kimi=${KIMI_VERSION:-2.1.0}
copilot=${COPILOT_VERSION:-1.0.102}
kilo=${KILO_VERSION:-7.7.7}
pi=${PI_VERSION:-1.6.0}
qwen=${QWEN_VERSION:-0.24.4}
grok=${GROK_VERSION:-1.0.41}

claude_codex_modules=$cache/claude-$claude-codex-$codex/node_modules
opencode_modules=$cache/opencode-$opencode/node_modules
gemini_modules=$cache/gemini-$gemini/node_modules
kimi_modules=$cache/kimi-$kimi/node_modules
copilot_modules=$cache/copilot-$copilot/node_modules
kilo_modules=$cache/kilo-$kilo/node_modules
pi_modules=$cache/pi-$pi/node_modules
qwen_modules=$cache/qwen-$qwen/node_modules
grok_modules=$cache/grok-$grok/node_modules

case $(uname -m) in
    aarch64) cpu=arm64 ;;
    *) cpu=x64 ;;
esac

refuse() { # refuse SENTENCE: 2 says that nothing was tried
    echo "${0##*/}: $1" >&2
    exit 2
}

fetch() { # fetch FOLDER PACKAGE...: through npm, once
    folder=$cache/$1
    shift
    [ -e "$folder/done" ] && return
    mkdir -p "$folder"
    (cd "$folder" && npm install --no-fund --no-audit --no-save --prefix . "$@" >npm.log 2>&1 && touch "./done") || {
        tail -n 5 "$folder/npm.log" >&2
        refuse "npm could not install $*, so nothing was tried with it; $folder/npm.log says why"
    }
}

fetch_claude_codex() {
    fetch "claude-$claude-codex-$codex" "@anthropic-ai/claude-code-linux-$cpu@$claude" "@openai/codex@$codex"
}

fetch_opencode() {
    fetch "opencode-$opencode" "opencode-ai@$opencode"
}

fetch_gemini() {
    fetch "gemini-$gemini" "@google/gemini-cli@$gemini"
}

fetch_kimi() { # with a Node.js new enough for it
    fetch "kimi-$kimi" node@22 "@moonshot-ai/kimi-code@$kimi"
}

fetch_copilot() {
    fetch "copilot-$copilot" "@github/copilot@$copilot"
}

fetch_kilo() {
    fetch "kilo-$kilo" "@kilocode/cli@$kilo"
}

fetch_pi() { # with a Node.js new enough for it
    fetch "pi-$pi" node@22 "@earendil-works/pi-coding-agent@$pi"
}

fetch_qwen() { # with a Node.js new enough for it
    fetch "qwen-$qwen" node@22 "@qwen-code/qwen-code@$qwen"
}

fetch_grok() {
    fetch "grok-$grok" "@xai-official/grok@$grok"
}

require_built() {
    [ -e "$root/server/target/svc.jar" ] || refuse "build the server first: ./svc version"
    [ -x "${JAVA_HOME:-/nonexistent}/bin/java" ] || refuse "set JAVA_HOME to a JDK 25"
}

offline() { # offline COMMAND...: where there is nothing but loopback; takes the place of the shell
    user=
    [ "$(id -u)" = 0 ] || user="--user --map-root-user"
    # shellcheck disable=SC2086
    unshare $user --net true || refuse "this needs a network namespace, so root or user namespaces: unshare $user \
--net says why there is none here (Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0; in a container: \
--cap-add SYS_ADMIN)"
    # shellcheck disable=SC2086
    exec unshare $user --net sh -c 'ip link set lo up && exec "$@"' sh "$@"
}

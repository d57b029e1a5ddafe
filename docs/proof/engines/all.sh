#!/bin/sh
# Runs every proof with the real programs, one after the other: all.sh [NAME...], as in  all.sh join kimi
#
# - Fetches the programs first. What cannot be fetched is named, and the proofs that need it fail.
# - Every proof is run, also after one has failed. 0 only when every check of every proof was made and none differs.
# - After a build (./svc version). What each proof needs and does stands in it.
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

[ $# -gt 0 ] || set -- claude-codex opencode-gemini kimi copilot pi qwen grok terminals opencode-export vault join ask-claude ask-lines mcp
require_built
absent=""
for programs in claude_codex opencode gemini kimi copilot kilo pi qwen grok; do
    ("fetch_$programs") || absent="$absent $programs"
done

failed=""
for proof in "$@"; do
    began=$(date +%s)
    echo "real-programs: $proof"
    if "$here/$proof.sh"; then
        echo "real-programs: $proof passed in $(($(date +%s) - began)) s"
    else
        echo "real-programs: $proof FAILED after $(($(date +%s) - began)) s"
        failed="$failed $proof"
    fi
done
[ -z "$absent" ] || echo "real-programs: nothing was tried with:$absent (npm could not fetch them)"
[ -z "$failed" ] || { echo "real-programs: FAILED:$failed"; exit 1; }
echo "real-programs: all passed"

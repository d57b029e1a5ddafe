#!/bin/sh
# Tries svc with the newest version of every program, and says what changed in what they write.
#
#   newest.sh [--all] [PROGRAM...]     as in  newest.sh kimi pi ; --all also those of which there is nothing newer
#
# - npm says which versions are newest; programs.sh names those that were tried last.
# - The proof of each program runs with its newest version, without a network. Then the records and fields in the stores
#   it left are held against those of the recordings that the tests stand on: what is not there is new.
# - Made for once a week (docs/engine.md). 0: nothing differs and nothing is new. 1: something is, and stands above.
#   2: nothing could be tried. All of the output is in FOLDER/PROOF.log, which the last line names.
#
# Needs what the proofs need; see each of them.
set -eu

# shellcheck source=docs/proof/engines/programs.sh
. "$(dirname "$0")/programs.sh"

all=false
[ "${1:-}" != --all ] || { all=true; shift; }
wanted=" $* "
fixtures=$root/server/src/test/resources/fixtures/engines
folder=$(mktemp -d "${TMPDIR:-/tmp}/svc-newest-XXXXXX")
export PROOF_SHAPES="$folder/shapes"
mkdir "$PROOF_SHAPES"
require_built

# The program, the variable of its version, its package, the version that was tried last, and the proof that runs it.
# shellcheck disable=SC2154 # programs.sh says them
programs="claude CLAUDE_VERSION @anthropic-ai/claude-code-linux-$cpu $claude claude-codex
codex CODEX_VERSION @openai/codex $codex claude-codex
opencode OPENCODE_VERSION opencode-ai $opencode opencode-gemini
gemini GEMINI_VERSION @google/gemini-cli $gemini opencode-gemini
kimi KIMI_VERSION @moonshot-ai/kimi-code $kimi kimi
copilot COPILOT_VERSION @github/copilot $copilot copilot
kilo KILO_VERSION @kilocode/cli $kilo opencode-gemini
pi PI_VERSION @earendil-works/pi-coding-agent $pi pi
qwen QWEN_VERSION @qwen-code/qwen-code $qwen qwen
grok GROK_VERSION @xai-official/grok $grok grok"

tried=""
proofs=""
while read -r name variable package last proof; do
    case $wanted in "  " | *" $name "*) ;; *) continue ;; esac
    newest=$(npm view "$package" version 2>/dev/null) || newest=""
    if [ -z "$newest" ]; then
        echo "newest: $name: npm does not say which version of $package is the newest"
    elif [ "$newest" = "$last" ] && ! $all; then
        echo "newest: $name: nothing newer than $last"
    else
        echo "newest: $name: $newest, after $last"
        export "$variable=$newest"
        tried="$tried $name"
        case " $proofs " in *" $proof "*) ;; *) proofs="$proofs $proof" ;; esac
    fi
done <<END
$programs
END
[ -n "$tried" ] || { rm -rf "$folder"; echo "newest: nothing to try"; exit 0; }

changed=""
done=0
for proof in $proofs; do
    echo "newest: $proof runs"
    code=0
    "$here/$proof.sh" >"$folder/$proof.log" 2>&1 || code=$?
    grep '^DIFFERS' "$folder/$proof.log" || true
    case $code in
        0) done=$((done + 1)) ;;
        2) tail -n 3 "$folder/$proof.log" ;;
        *)
            done=$((done + 1))
            changed="$changed $proof"
            grep -q '^DIFFERS' "$folder/$proof.log" || tail -n 5 "$folder/$proof.log"
            ;;
    esac
done

for name in $tried; do
    [ -e "$PROOF_SHAPES/$name.txt" ] || { echo "newest: $name: left no store to look at"; continue; }
    python3 -B "$here/shape.py" "$fixtures/$name" >"$folder/$name.known"
    python3 -B "$here/shape.py" --new "$folder/$name.known" "$PROOF_SHAPES/$name.txt" >"$folder/$name.new"
    if [ -s "$folder/$name.new" ]; then
        echo "newest: $name writes what its recordings do not have:"
        sed 's/^/        /' "$folder/$name.new"
        changed="$changed $name"
    else
        echo "newest: $name writes nothing that its recordings do not have"
    fi
done
echo "newest: all of it is in $folder"
[ "$done" -gt 0 ] || exit 2
[ -z "$changed" ] || { echo "newest: to be looked at:$changed"; exit 1; }

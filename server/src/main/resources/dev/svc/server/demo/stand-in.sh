#!/bin/sh
# Stands in for an agent program in a demonstration: greets, echoes what is typed, and asks before it "changes" a file.
# It runs nothing and touches no file.
name=$(basename "$0")

if [ "${1:-}" = "--version" ]; then
    echo "$name 1.0.0-demo"
    exit 0
fi

bold=$(printf '\033[1m')
dim=$(printf '\033[2m')
plain=$(printf '\033[0m')

# Says what it is doing, as Claude Code and Codex do, so that the list can show it.
is() { printf '\033]7501;state=%s\007' "$1"; }

# One key without Enter, as the dialogs of the programs take it.
key() {
    modes=$(stty -g)
    stty -icanon -echo min 1 time 0
    pressed=$(dd bs=1 count=1 2>/dev/null)
    stty "$modes"
}

# Asks the way Codex does, and goes on whatever is answered.
ask_to_run() {
    is blocked
    printf '\033[?25l\n%s• The 38 tables with 32-bit ids are listed; the first migration is written.%s\n\n' "$dim" "$plain"
    printf '  Would you like to run the following command?\n\n'
    printf '  Reason: try the migration on staging before anybody reviews it\n\n'
    printf '  $ %s./ledger migrate --env staging --to 141%s\n\n' "$bold" "$plain"
    printf '› 1. Yes, proceed (y)\n  2. No, and say what to do differently (esc)\n\n'
    printf '  Press enter to confirm or esc to cancel'
    key
    is idle
    printf '\033[?25h\n\nNothing was run, because this is a demonstration.\n'
}

# Works on and on, until Ctrl+C.
work() {
    is working
    stop=
    trap 'stop=1' INT
    round=1
    while [ -z "$stop" ]; do
        printf '\n%s● Bash(npm test -- queue --repeat %s)%s\n' "$bold" "$round" "$plain"
        for test in claim.one-worker claim.race claim.skip-locked retry.backoff retry.gives-up charge.once; do
            [ -z "$stop" ] || break
            sleep 2
            printf '  ✓ %s\n' "$test"
        done
        printf '%s  run %s of the whole suite: 27 passed%s\n' "$dim" "$round" "$plain"
        round=$((round + 1))
    done
    trap - INT
    is idle
    printf '\nStopped.\n'
}

# What this one is shown doing: the demonstration keeps a file for each session that runs.
role=
for argument in "$@"; do
    for file in "$(dirname "$0")/../roles/"*":$argument"; do
        [ -f "$file" ] && read -r role <"$file"
    done
done

is idle
printf '%s%s%s  a stand-in, for trying svc\n' "$bold" "$name" "$plain"
printf '%sin %s%s\n' "$dim" "$(pwd)" "$plain"
case " $* " in
    *" --resume "* | *" resume "* | *" --session "* | *" --conversation "* | *" -S "*)
        printf '%sThe conversation goes on where it stopped.%s\n' "$dim" "$plain" ;;
esac
case $role in
    working) work ;;
    waiting) ask_to_run ;;
    idle)
        printf '\n● The upload worker runs on virtual threads: 400 uploads at once, 61 MB of heap.\n'
        printf '  Say the word and the old pool goes.\n' ;;
esac
printf '\nType something; "edit" asks for permission, "count" prints for a while, "exit" ends.\n'

while printf '\n> ' && IFS= read -r line; do
    case $line in
        exit | /exit | quit) break ;;
        '') ;;
        edit*)
            is blocked
            printf '\nDo you want to change %snotes.md%s?\n  1. Yes\n  2. No\n? ' "$bold" "$plain"
            IFS= read -r answer || break
            is idle
            case $answer in
                1 | y | yes) printf 'Changed nothing, because this is a demonstration.\n' ;;
                *) printf 'Left as it is.\n' ;;
            esac ;;
        count*)
            is working
            i=1
            while [ "$i" -le 30 ]; do
                printf 'step %s of 30\n' "$i"
                i=$((i + 1))
                sleep 1
            done
            is idle ;;
        *) printf 'You said: %s\n' "$line" ;;
    esac
done
printf '\nGood-bye.\n'

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

is idle
printf '%s%s%s  a stand-in, for trying svc\n' "$bold" "$name" "$plain"
printf '%sin %s%s\n' "$dim" "$(pwd)" "$plain"
case " $* " in
    *" --resume "* | *" resume "* | *" --session "* | *" --conversation "* | *" -S "*)
        printf '%sThe conversation goes on where it stopped.%s\n' "$dim" "$plain" ;;
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

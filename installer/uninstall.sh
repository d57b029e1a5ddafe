#!/bin/sh
# Removes svc: uninstall.sh [--keep-data] [--yes]
#  - stops and removes the user service, and a former update timer
#  - removes the releases and the command; the programs' own sessions stay
#  - asks before it removes data: journal, titles, projects, preferences, uploads, password, two-factor
#  - --keep-data keeps the data without asking; --yes removes it without asking
#  - where programs still run in terminals, their data stay as well: end them first
#  - with SVC_INSTANCE only that instance goes; releases stay while another instance is left
# It reads SVC_HOME and SVC_INSTANCE as the installer did.
set -eu

main() {
    keep=ask
    for word in "$@"; do
        case $word in
            --keep-data) keep=yes ;;
            --yes) [ "$keep" = yes ] || keep=no ;;
            -h | --help)
                sed -n '2,/^set -eu/{s/^# \{0,1\}//;/^set -eu/d;p;}' "$0"
                exit 0
                ;;
            *)
                echo "svc: uninstall.sh takes --keep-data and --yes, not $word." >&2
                exit 2
                ;;
        esac
    done
    root=$(cd "$(dirname "$0")/.." && pwd -P)
    # shellcheck source=home.sh
    . "$root/installer/home.sh"
    # shellcheck source=service.sh
    . "$root/installer/service.sh"
    find_home
    find_service
    [ -d "$home" ] || [ -e "$service_file" ] || fail "there is no svc in $home: set SVC_HOME to where it was installed."
    require_ours
    [ ! -d "$home" ] || take_lock
    trap 'drop_lock' EXIT
    remove_service
    remove_legacy_timers
    require_stopped
    decide_on_data
    remove_programs
    [ "$keep" = yes ] || remove_data
    finish
}

# Never removes a folder that is not an installation, whatever SVC_HOME says.
require_ours() {
    [ ! -d "$home" ] || [ -d "$home/releases" ] || [ -e "$data/env" ] || [ -d "$data/journal" ] ||
        fail "$home is no installation of svc: nothing was removed."
}

# A server started by hand has to be stopped by hand.
require_stopped() {
    server=$(sed -n 's/^pid=//p' "$data/svc.lock" 2>/dev/null || true)
    if [ -n "$server" ] && kill -0 "$server" 2>/dev/null; then
        fail "a service still runs on $data (process $server): stop it (kill $server), then start again."
    fi
}

decide_on_data() {
    if [ "$keep" != yes ] && living_programs; then
        say "programs still run in terminals of svc, so its data stay in $data: end them, then run this again." >&2
        keep=yes
    fi
    [ "$keep" = ask ] || return 0
    if [ ! -t 0 ]; then
        say "nobody can be asked here, so the data stay in $data; say --yes to remove them." >&2
        keep=yes
        return 0
    fi
    printf 'svc: remove the data in %s as well: journal, titles, projects, uploads, password? [y/N] ' "$data"
    read -r answer || answer=
    case $answer in
        y | Y | yes) keep=no ;;
        *) keep=yes ;;
    esac
}

# Each lock names the process that keeps a terminal.
living_programs() {
    for lock_of_session in "$home"/locks/*.lock; do
        keeper=$(sed -n '1s/^\([0-9]*\) .*/\1/p' "$lock_of_session" 2>/dev/null || true)
        if [ -n "$keeper" ] && kill -0 "$keeper" 2>/dev/null; then
            return 0
        fi
    done
    return 1
}

remove_programs() {
    others=$(find "$home/instances" -mindepth 2 -maxdepth 2 -name env 2>/dev/null | grep -v "^$data/" || true)
    if [ -n "$instance" ] && [ -e "$home/env" ]; then others=$home/env; fi
    if [ -n "$others" ]; then
        say "other instances use the releases in $home, so those stay."
        return 0
    fi
    rm -rf "$home/releases" "$home/current" "$home/update" "$home"/.current-*
}

# By name: foreign files in the folder stay.
remove_data() {
    for name in env 2fa.json logins.json tokens.json tokens.json.lock passkeys.json passkeys.json.lock metadata.json prefs.json journal uploads cache run locks scrollback search usage vault handed shares shells fleet logs \
        svc.lock started env.lock live.json deeds deeds.lock reviews.json prices.json ai-review.key push.key push-devices.json push-secrets.json tray.lock .2fa.json.lock 2fa-wrong-codes.json; do
        rm -rf "${data:?}/$name"
    done
    rm -f "$data"/metadata.json.*
    rm -rf "$data"/replaced-* "$data"/restoring-* "$data"/restored-*
    [ -z "$instance" ] || rmdir "$data" "$home/instances" 2>/dev/null || true
}

finish() {
    drop_lock
    rm -f "$home/install.lock"
    if [ "$keep" = yes ]; then
        say "svc is removed; the data stay in $data"
    else
        rm -rf "$home/trust"
        rmdir "$home" 2>/dev/null || [ ! -d "$home" ] || say "$home holds something else and stays."
        say "svc is removed with its data"
    fi
}

main "$@"

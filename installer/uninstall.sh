#!/bin/sh
# Removes svc: uninstall.sh [--keep-data] [--yes]
#  - asks before it removes anything, and once more for the data: journal, titles, projects, preferences, uploads,
#    password, two-factor
#  - stops and removes the user service, a former update timer, the tray and its start at login
#  - removes the releases, the command with its completion and manual page, and the entry of the desktop; the programs'
#    own sessions stay
#  - --keep-data keeps the data without asking; --yes removes everything without asking
#  - where programs still run in terminals, their data stay as well: end them first
#  - where data stay, it leaves itself in <home>/uninstall, to remove them with later
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
    # shellcheck source=furnish.sh
    . "$root/installer/furnish.sh"
    find_home
    find_furniture
    find_service
    [ -d "$home" ] || [ -e "$service_file" ] || fail "there is no svc in $home: set SVC_HOME to where it was installed."
    require_ours
    [ ! -d "$home" ] || take_lock
    trap 'drop_lock' EXIT
    ask
    decide_on_data
    remove_service
    remove_legacy_timers
    require_stopped
    end_tray
    remove_autostart
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

# Before anything is touched, all that is asked is asked.
ask() {
    [ "$keep" = ask ] || return 0
    [ -t 0 ] || fail "nobody can be asked here: say --keep-data to keep the data in $data, or --yes to remove them as well. Nothing was removed."
    agrees "remove svc from $home: its service, releases, command and desktop entry?" || {
        say "nothing was removed."
        exit 0
    }
}

agrees() { # agrees QUESTION
    printf 'svc: %s [y/N] ' "$1"
    read -r answer || answer=
    case $answer in
        y | Y | yes) return 0 ;;
        *) return 1 ;;
    esac
}

decide_on_data() {
    if [ "$keep" != yes ] && living_programs; then
        say "programs still run in terminals of svc, so its data stay in $data: end them before you remove the data." >&2
        keep=yes
    fi
    [ "$keep" = ask ] || return 0
    if agrees "remove the data in $data as well: journal, titles, projects, uploads, password?"; then keep=no; else keep=yes; fi
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
    remove_furniture
    [ "$keep" != yes ] || leave_the_way
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

# The releases go, and this script with them: a copy stays beside the data that it can remove.
leave_the_way() {
    [ "$root" != "$home/uninstall" ] || return 0
    mkdir -p "$home/uninstall/installer"
    for script in uninstall home service furnish; do
        cp "$root/installer/$script.sh" "$home/uninstall/installer/"
    done
}

way() { # the command that removes the data later
    script=$root/installer/uninstall.sh
    case $script in "$home"/releases/*) script=$home/current/src/installer/uninstall.sh ;; esac
    [ ! -e "$home/uninstall/installer/uninstall.sh" ] || script=$home/uninstall/installer/uninstall.sh
    echo "${SVC_HOME:+SVC_HOME=$(in_shell "$home") }${instance:+SVC_INSTANCE=$instance }sh $(in_shell "$script") --yes"
}

finish() {
    drop_lock
    rm -f "$home/install.lock"
    if [ "$keep" = yes ]; then
        say "svc is removed; the data stay in $data. To remove them as well:  $(way)"
    else
        [ -d "$home/releases" ] || rm -rf "$home/trust" "$home/uninstall"
        rmdir "$home" 2>/dev/null || [ ! -d "$home" ] || say "$home holds something else and stays."
        say "svc is removed with its data"
    fi
}

main "$@"

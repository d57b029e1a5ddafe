# shellcheck shell=sh
# Where an installation is, who may change it now, and which release is current. Read by install.sh and uninstall.sh.

say() {
    echo "svc: $*"
}

fail() {
    echo "svc: $*" >&2
    exit 1
}

# Sets home, instance, data and env_file from the environment, by the rules of the program itself.
find_home() {
    : "${HOME:?svc: HOME is not set: say whose installation it is}"
    home=${SVC_HOME:-}
    if [ -z "$home" ]; then
        case $(uname -s) in
            Darwin) home=$HOME/Library/Application\ Support/svc ;;
            *) home=${XDG_DATA_HOME:-$HOME/.local/share}/svc ;;
        esac
    fi
    # shellcheck disable=SC2088
    case $home in
        "~") home=$HOME ;;
        "~/"*) home=$HOME/${home#"~/"} ;;
    esac
    home=${home%/}
    case $home in
        /?*) ;;
        *) fail "SVC_HOME=${SVC_HOME:-} is no folder to install to: give the whole path of one, not / itself." ;;
    esac
    case $home in
        *'
'* | *[\"\\]*) fail "SVC_HOME holds a quote, a backslash or a line break, which no service manager takes: choose another." ;;
    esac
    instance=${SVC_INSTANCE:-}
    data=$home
    if [ -n "$instance" ]; then
        case $instance in
            [!A-Za-z0-9]* | *[!A-Za-z0-9_-]*) fail "SVC_INSTANCE=$instance is no label: use up to 32 letters, digits, - and _." ;;
        esac
        data=$home/instances/$instance
    fi
    env_file=${SVC_ENV_FILE:-$data/env}
    lock=$home/install.lock
}

# setting NAME DEFAULT: the environment over the env file over the default.
setting() {
    value=$(printenv "$1" || true)
    if [ -z "$value" ] && [ -r "$env_file" ]; then
        value=$(sed -n "s/^[[:space:]]*\(export \)\{0,1\}$1=//p" "$env_file" | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/")
    fi
    printf '%s\n' "${value:-$2}"
}

require_writable_home() {
    # A private folder, whatever the permissions of those above it.
    if ! (umask 077 && mkdir -p "$home/releases" "$data" && echo probe >"$home/.writable") 2>/dev/null || [ ! -w "$data" ]; then
        rm -f "$home/.writable"
        fail "$home cannot be written: mend its permissions, make room on its disk, or set SVC_HOME to a folder of yours."
    fi
    rm -f "$home/.writable"
}

# One installer at a time. The lock ends with this process in any case.
take_lock() {
    if command -v flock >/dev/null 2>&1; then
        exec 9>>"$lock"
        flock -n 9 || refuse_lock
        echo "pid=$$" >"$lock"
    elif ! ln -s "$$" "$lock" 2>/dev/null; then
        kill -0 "$(readlink "$lock")" 2>/dev/null && refuse_lock
        rm -f "$lock"
        ln -s "$$" "$lock" || refuse_lock
    fi
    updater=$(sed -n 's/^pid=\([0-9]*\).*/\1/p' "$home/update/lock" 2>/dev/null || true)
    if [ -n "$updater" ] && kill -0 "$updater" 2>/dev/null; then
        fail "an update of $home is under way (process $updater): wait until it is done, then start again."
    fi
}

refuse_lock() {
    fail "$home is being installed or removed by another process ($(cat "$lock" 2>/dev/null || readlink "$lock")): wait until it is done, then start again."
}

drop_lock() {
    [ ! -L "$lock" ] || rm -f "$lock"
}

# The name of the current release; nothing if none is installed.
current_release() {
    [ -e "$home/current/release" ] || return 0
    basename "$(readlink "$home/current")"
}

note_of() { # note_of RELEASE KEY: what the note of a release says
    sed -n "s/^$2=//p" "$home/releases/$1/release" 2>/dev/null || true
}

# Atomic: the link names one release or the other, never none.
make_current() {
    ln -s "releases/$1" "$home/.current-$$"
    if mv -T "$home/.current-$$" "$home/current" 2>/dev/null; then
        return 0
    fi
    # mv of BSD and macOS has no -T; its -h does the same.
    mv -fh "$home/.current-$$" "$home/current" 2>/dev/null || {
        rm -f "$home/.current-$$"
        return 1
    }
}

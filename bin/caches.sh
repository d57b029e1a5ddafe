# shellcheck shell=sh
# The start-up caches of what is built: one of the service, and a small one of the commands that ask it. A start with its
# cache needs about half the time. A cache that does not fit is ignored by the JVM; one of older classes is not noticed by
# it, so both are removed with a build, and used only while they are newer than the jar.

# Which commands have the small one: they ask the running service, or nobody.
is_quick() { # is_quick COMMAND
    case $1 in
        answer | archive | attach | end | favorite | mcp | new | open | project | rename | send | sessions | status | tail | token | variables | version | wait) return 0 ;;
    esac
    return 1
}

# Whoever builds or installs waits for this one alone.
train_service() { # train_service JAVA OPTIONS_FOLDER JAR ROOT
    places=$(dirname "$3")
    rm -rf "$places/svc.aot" "$places/command.aot" "$places/command.training"
    train_cache "$1" "$2/jvm.options" "$places/svc.aot" "$3" "$4"
}

# Behind the first command that misses its cache, so that nobody waits for it. The folder says that somebody is at it; it
# stays where that failed, and is gone back to on another day at the earliest.
train_commands_behind() { # train_commands_behind JAVA OPTIONS_FOLDER JAR ROOT
    places=$(dirname "$3")
    [ -w "$places" ] || return 0
    [ -z "$(find "$places/command.training" -prune -mtime +0 2>/dev/null)" ] || rmdir "$places/command.training" 2>/dev/null || true
    mkdir "$places/command.training" 2>/dev/null || return 0
    session=
    ! command -v setsid >/dev/null 2>&1 || session=setsid
    # shellcheck disable=SC2016
    ($session nice -n 19 sh -c '. "$0" && train_commands "$@"' "$4/bin/caches.sh" "$@" </dev/null >/dev/null 2>&1 &)
}

# Made elsewhere and moved into place: a folder that is removed meanwhile stays removed, and no command takes half of it.
train_commands() { # train_commands JAVA OPTIONS_FOLDER JAR ROOT
    places=$(dirname "$3")
    work=$(mktemp -d) || return 1
    : >"$work/began"
    train_cache "$1" "$2/command.options" "$work/command.aot" "$3" "$4" --commands &&
        [ -z "$(find "$3" -newer "$work/began")" ] &&
        cp "$work/command.aot" "$places/command.aot.new" && mv "$places/command.aot.new" "$places/command.aot" &&
        rmdir "$places/command.training"
    rm -rf "$work"
}

train_cache() { # train_cache JAVA OPTIONS CACHE JAR ROOT [OPTION_OF_REHEARSE]
    "$1" "@$2" -Xlog:disable -Xlog:all=error:stderr "-XX:AOTCacheOutput=$3" "-Dsvc.root=$5" -jar "$4" rehearse ${6:+"$6"}
}

# shellcheck shell=sh
# The start-up caches of what is built: one of the service, and a small one of the commands that ask it. A start with its
# cache needs about half the time. A cache that does not fit is ignored by the JVM; one of older classes is not noticed by
# it, so both are removed first, and used only while they are newer than the jar.

# Which commands have the small one: they ask the running service, or nobody.
is_quick() { # is_quick COMMAND
    case $1 in
        answer | archive | attach | end | favorite | mcp | new | open | project | rename | send | sessions | status | tail | token | variables | version | wait) return 0 ;;
    esac
    return 1
}

train_caches() { # train_caches JAVA OPTIONS_FOLDER JAR ROOT: fails where that of the service cannot be made
    places=$(dirname "$3")
    rm -f "$places/svc.aot" "$places/command.aot"
    train_cache "$1" "$2/jvm.options" "$places/svc.aot" "$3" "$4" || return 1
    [ -e "$2/command.options" ] || return 0
    train_cache "$1" "$2/command.options" "$places/command.aot" "$3" "$4" --commands
}

train_cache() { # train_cache JAVA OPTIONS CACHE JAR ROOT [OPTION_OF_REHEARSE]
    "$1" "@$2" -Xlog:disable -Xlog:all=error:stderr "-XX:AOTCacheOutput=$3" "-Dsvc.root=$5" -jar "$4" rehearse ${6:+"$6"}
}

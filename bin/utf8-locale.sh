# shellcheck shell=sh
# Sets a UTF-8 locale: without one a JVM opens no file whose name is not ASCII.

# What the locale is worth here decides, not its name: one that is not installed is as good as none.
use_utf8_locale() {
    case $(locale charmap 2>/dev/null || echo "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}") in
        *[Uu][Tt][Ff]-8 | *[Uu][Tt][Ff]8) return 0 ;;
    esac
    LC_CTYPE=C.UTF-8
    [ "$(uname -s)" != Darwin ] || LC_CTYPE=en_US.UTF-8
    export LC_CTYPE
    [ -z "${LC_ALL:-}" ] || export LC_ALL="$LC_CTYPE"
}

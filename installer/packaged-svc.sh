#!/bin/sh
# The command svc of a package: hands over to the program beside it, in a UTF-8 locale.
set -eu

self=$0
while [ -L "$self" ]; do
    link=$(readlink "$self")
    case $link in
        /*) self=$link ;;
        *) self=$(dirname "$self")/$link ;;
    esac
done
image=$(cd "$(dirname "$self")/.." && pwd -P)
# shellcheck source=../bin/utf8-locale.sh
. "$image/lib/utf8-locale.sh"
use_utf8_locale
exec "$image/bin/svc-program" "$@"

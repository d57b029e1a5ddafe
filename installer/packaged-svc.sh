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
# The tray is a program of its own: started here, it is the only process that it needs.
app=$image/lib/app
if [ "${1:-}" = tray ] && [ -e "$app/tray/target/svc-tray.jar" ]; then
    shift
    exec "$image/lib/runtime/bin/java" "@$app/tray/jvm.options" --module-path "$app/tray/target/modules" \
        --add-modules javafx.controls "-Dsvc.root=$app" -jar "$app/tray/target/svc-tray.jar" "$@"
fi
# shellcheck source=../bin/caches.sh
. "$image/lib/caches.sh"
if is_quick "${1:-}" && [ -e "$app/command.aot" ]; then
    exec "$image/lib/runtime/bin/java" "@$app/command.options" "-XX:AOTCache=$app/command.aot" -Xlog:disable \
        -Xlog:all=error:stderr "-Dsvc.root=$app" -jar "$app/svc.jar" "$@"
fi
exec "$image/bin/svc-program" "$@"

#!/bin/sh
# What svc costs beside programs that run outside it, and how soon it notices: outside.sh [PROGRAMS]
# Needs: python3, tmux, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ -e "$root/server/target/svc.jar" ] || { echo "outside.sh: build the server first: ./svc version" >&2; exit 2; }
exec python3 "$here/outside.py" "$root/server/target/svc.jar" "$root/server/jvm.options" "$(mktemp -d /var/tmp/svc-bench-outside.XXXXXX)" "$@"

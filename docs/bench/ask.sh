#!/bin/sh
# How soon a question of a program is on another device, and an answer from there at the program: ask.sh [ROUNDS] [screen|hook]
# Needs: python3, dtach, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ -e "$root/server/target/svc.jar" ] || { echo "ask.sh: build the server first: ./svc version" >&2; exit 2; }
echo "load: $(uptime)"
exec python3 "$here/ask.py" "$root/server/target/svc.jar" "$root/server/jvm.options" "$(mktemp -d /var/tmp/svc-bench-ask.XXXXXX)" "$@"

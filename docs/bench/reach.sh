#!/bin/sh
# How long a command that uses svc takes from start to end, a call of a tool by an agent, and a text until it was sent:
# reach.sh [COMMANDS] [CALLS] [SENDS]
# Needs: python3, dtach, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ -e "$root/server/target/svc.jar" ] || { echo "reach.sh: build the server first: ./svc version" >&2; exit 2; }
echo "load: $(uptime)"
exec python3 "$here/reach.py" "$root" "$(mktemp -d /var/tmp/svc-bench-reach.XXXXXX)" "$@"

#!/bin/sh
# A terminal of another host beside the same one on its own host: the echo of a key and a flood: fleet.sh [ROUNDS]
# Needs: python3, dtach, nats-server, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ -e "$root/server/target/svc.jar" ] || { echo "fleet.sh: build the server first: ./svc version" >&2; exit 2; }
echo "load: $(uptime)"
exec python3 "$here/fleet.py" "$root" "$(mktemp -d /var/tmp/svc-bench-fleet.XXXXXX)" "$@"

#!/bin/sh
# What signing in costs: latency with the hash's share, requests with a login against requests without one,
# and signing in during an attack: docs/bench/login.sh [logins] [rounds]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/bin/java-home.sh"
require_java_home
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
mkdir "$work/page"
echo '<!doctype html>' >"$work/page/index.html"
export SVC_HOME="$work/home" SVC_WEB_DIST="$work/page" SVC_PORT=18767 SVC_TRUSTED_PROXIES=127.0.0.1
password='correct horse battery'
java="$JAVA_HOME/bin/java"
jar="$root/server/target/svc.jar"

echo "$password" | "$java" "@$root/server/jvm.options" -jar "$jar" reset-password --stdin 2>/dev/null
"$java" "@$root/server/jvm.options" -Xmx128m -jar "$jar" serve >"$work/out" 2>&1 &
server=$!
until grep -q ready "$work/out"; do sleep 0.2; done
uptime
"$java" -cp "$jar:$root/server/target/lib/*" "$root/docs/bench/Login.java" \
    http://127.0.0.1:$SVC_PORT "$password" "${1:-60}" "${2:-5}"

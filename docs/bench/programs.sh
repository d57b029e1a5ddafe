#!/bin/sh
# Listing many sessions of the programs beside Claude Code, in times of a walk + stat in C of the same store, and the
# time from a line that is appended to the event of its session, through the whole service:
# docs/bench/programs.sh [sessions] [rounds] [lines] [program...]
# The sessions are the recorded ones, again and again under other ids. For Kilo, whose store is a database, there is no
# walk: its times stand beside those of the database's own "SELECT id FROM session".
# Needs a build (./svc version), python3 and a C compiler.
set -eu
sessions=${1:-10000}
rounds=${2:-9}
lines=${3:-40}
shift 3 2>/dev/null || set --
[ $# -gt 0 ] || set -- copilot kilo pi qwen grok
# shellcheck source=prelude.sh
. "$(dirname "$0")/prelude.sh"
cc -O2 -o "$work/walk" docs/bench/listing-walk.c -lpthread
mkdir "$work/page"
echo '<!doctype html>' >"$work/page/index.html"
echo "load: $(uptime)"
for program in "$@"; do
    python3 docs/proof/engines/gen-store-recorded.py "$program" "$sessions" "$work/$program"
    store=$work/$program/.$program
    if [ -d "$store" ]; then # the walk passes over what is hidden, so it begins below
        for _ in 1 2 3 4 5; do "$work/walk" stat "$store"; done
    fi
    "$JAVA_HOME/bin/java" "@server/jvm.options" -cp "server/target/svc.jar:server/target/lib/*" \
        docs/proof/engines/StoreTimes.java "$program" "$work/$program" "$rounds"
    env -i PATH="$PATH" HOME="$work/$program" SVC_HOME="$work/$program-svc" SVC_PORT=18766 SVC_AUTH_MODE=none \
        SVC_WEB_DIST="$work/page" python3 docs/bench/programs.py "$program" "$work/$program" 18766 "$lines" \
        "$JAVA_HOME/bin/java" "@$root/server/jvm.options" -jar "$root/server/target/svc.jar" serve
    rm -rf "${work:?}/$program" "$work/$program-svc"
done

#!/bin/sh
# Measures svc's terminals beside its peers: rows T1 to T10, every peer once a round in turn, so that all see the same noise.
#
#   docs/bench/term/all.sh [ROUNDS]        5 rounds without a number; about 6 minutes a round
#
# Peers: a naive Helidon server straight on dtach's socket and a naive Node server (both in this folder), wetty from npm,
# the floor (a raw read of dtach's socket and of a pty in C), ttyd alone, with dtach and with tmux where they are installed (ttyd 1.7.7 builds
# from its source against Debian's libwebsockets-dev, libuv1-dev and libjson-c-dev).
# Prints a table of medians, and for each row svc's ratio to each peer: the median over the rounds, least and most.
# Everything that was measured stays in BENCH_CACHE/out-*.jsonl.
#
# Needs: Linux, node 20 or newer, npm, cc, python3, perl, dtach, a JDK 25 as JAVA_HOME, and a built server (./svc version).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
cache=${BENCH_CACHE:-$HOME/.cache/svc-bench-term}
rounds=${1:-5}
many=${MANY:-50 200}

[ -e "$root/server/target/svc.jar" ] || { echo "$0: build the server first: ./svc version" >&2; exit 2; }
[ -x "${JAVA_HOME:-}/bin/java" ] || { echo "$0: set JAVA_HOME to a JDK 25" >&2; exit 2; }

mkdir -p "$cache"
cp "$here"/*.mjs "$here"/*.py "$here/package.json" "$cache/"
cd "$cache"
[ -e node_modules/ws ] || npm install --no-fund --no-audit >npm.log 2>&1 || { echo "$0: $cache/npm.log" >&2; exit 2; }
if [ ! -e peers-tried ]; then # node-pty may need a compiler; without it there are two peers less
    npm install --no-fund --no-audit --no-save node-pty@1 wetty@3.2.0 >peers.log 2>&1 ||
        echo "$0: no wetty and no Node reference; $cache/peers.log says why" >&2
    touch peers-tried
fi
[ -x limits ] || cc -O2 -o limits "$here/limits.c" -lutil -lpthread
[ -e f100.txt ] || python3 mkfile.py 100 >f100.txt
[ -e f8.txt ] || python3 mkfile.py 8 >f8.txt
printf '#!/bin/sh\nexec bash --norc\n' >shell.sh
chmod +x shell.sh

work=$(mktemp -d)
pids=
end() { # ends the servers, the terminals that outlive them, and what runs in those: a flood would go on for ever
    trap - EXIT INT TERM
    masters=$(ps -eo pid=,args= | awk -v w="$work" '/dtach/ && index($0, w) { print $1 }')
    leaders=
    for parent in $pids $masters; do
        leaders="$leaders $(ps -o pid= --ppid "$parent" || true)"
    done
    # shellcheck disable=SC2086
    kill $pids $masters 2>/dev/null || true
    for leader in $leaders; do
        pkill -KILL -s "$leader" || true
    done
    [ ! -e "$work/tm.sh" ] || tmux -L "svc-bench-$$" kill-server || true # over already when its shells are
    sleep 1
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

begin() { # begin PORT COMMAND...: in the background; waits for the port; its process is $!
    port=$1
    shift
    env --default-signal=INT,QUIT "$@" >"$work/$port.log" 2>&1 & # a shell has what runs behind it ignore ^C
    pids="$pids $!"
    tries=0
    until python3 -c "import socket,sys; socket.create_connection(('127.0.0.1', $port), 1)" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { echo "$0: $1 does not answer:" >&2; cat "$work/$port.log" >&2; exit 1; }
        sleep 0.2
    done
}

mkdir -p "$work/home/userhome" "$work/socks" "$work/cls"
(cd "$root/server" && begin 7790 env -i HOME="$work/home/userhome" PATH="$PATH" LANG=C.UTF-8 SVC_HOME="$work/home" \
    SVC_AUTH_MODE=none SVC_ENGINE1_BIN="$cache/shell.sh" SVC_WEB_DIST="$root/web/dist" SVC_PORT=7790 \
    "$JAVA_HOME/bin/java" @jvm.options -jar target/svc.jar serve && echo "$!" >"$work/svc.pid")
svc=$(cat "$work/svc.pid")
pids="$pids $svc"

"$JAVA_HOME/bin/javac" -nowarn -cp "$root/server/target/lib/*" -d "$work/cls" "$here/RefHelidon.java"
begin 7740 "$JAVA_HOME/bin/java" -Xmx96m -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -Dsocks="$work/socks" \
    -cp "$work/cls:$root/server/target/lib/*" RefHelidon 7740
helidon=$!

cases=$work/cases.txt
bench() { echo "node bench.mjs $*" >>"$cases"; }
peer() { # peer ADAPTER LABEL URL PID [OPTION...]: the rows that every peer has
    adapter=$1 label=$2 url=$3 pid=$4
    shift 4
    bench "$adapter" throughput --label="$label" --url="$url" --file="$cache/f100.txt" --runs=1 --pid="$pid" "$@"
    bench "$adapter" echo --label="$label" --url="$url" --n=1000 "$@"
    bench "$adapter" echo-flood --label="$label" --url="$url" --file="$cache/f8.txt" --n=400 "$@"
}

peer svc svc ws://127.0.0.1:7790 "$svc"
bench svc attach --url=ws://127.0.0.1:7790 --file="$cache/f8.txt" --runs=5
bench svc attach --label=svc-screen --url=ws://127.0.0.1:7790 --file="$cache/f8.txt" --runs=5 --tail=65536
peer raw helidon ws://127.0.0.1:7740/ws "$helidon"
echo "./limits dtachcat $cache/f100.txt sock | python3 floor.py socket" >>"$cases"
echo "./limits dtachcat $cache/f100.txt pty | python3 floor.py dtach-a" >>"$cases"
if [ -e node_modules/node-pty ] && node -e "require('node-pty')" 2>/dev/null; then
    begin 7730 node ref-server.mjs 7730
    peer raw node ws://127.0.0.1:7730/ws "$!"
    bench raw attach --label=node --url=ws://127.0.0.1:7730/ws --file="$cache/f8.txt" --runs=5
fi
if [ -x node_modules/.bin/wetty ]; then
    begin 7710 node_modules/.bin/wetty --port 7710 --host 127.0.0.1 --base / -c "$cache/shell.sh" --log-level error
    peer wetty wetty ws://127.0.0.1:7710 "$!" --nosession
fi
ttyd=
if command -v ttyd >/dev/null; then
    printf '#!/bin/sh\nexec dtach -A "%s/t-$1" -z -r winch bash --norc\n' "$work/socks" >"$work/dt.sh"
    printf '#!/bin/sh\nstty raw -echo; cat "%s"; printf "ENDATTACH7Q\\n"; sleep 5\n' "$cache/f8.txt" >"$work/replay.sh"
    chmod +x "$work/dt.sh" "$work/replay.sh"
    begin 7701 ttyd -W -d 1 -i lo -p 7701 bash --norc
    ttyd=$!
    peer ttyd ttyd ws://127.0.0.1:7701/ws "$ttyd" --nosession
    begin 7702 ttyd -W -d 1 -i lo -p 7702 -a "$work/dt.sh"
    ttyd_dtach=$!
    peer ttyd ttyd+dtach ws://127.0.0.1:7702/ws "$ttyd_dtach"
    begin 7704 ttyd -W -d 1 -i lo -p 7704 "$work/replay.sh"
    if command -v tmux >/dev/null; then # a screen and nothing behind it
        printf '#!/bin/sh\nexec tmux -L "svc-bench-%s" -f /dev/null new-session -A -s "$1" "bash --norc"\n' "$$" >"$work/tm.sh"
        chmod +x "$work/tm.sh"
        begin 7703 ttyd -W -d 1 -i lo -p 7703 -a "$work/tm.sh"
        bench ttyd attach --label=ttyd+tmux --url=ws://127.0.0.1:7703/ws --file="$cache/f8.txt" --runs=5
    fi
    bench ttyd attach --label=ttyd --url=ws://127.0.0.1:7704/ws --fresh --nosession --runs=5
fi

stamp=$(date +%Y%m%d-%H%M%S)
out=$cache/out-$stamp.jsonl
python3 interleave.py "$rounds" "$cases" >"$out"

# One after the other: these count memory and processor time over seconds, and a viewer that does not read.
single() {
    node bench.mjs "$@" >>"$out" || echo "$0: failed: $*" >&2
}
i=0
while [ "$i" -lt "$rounds" ]; do
    i=$((i + 1))
    for n in $many; do
        set -- --n="$n" --secs=10 --helpers=dtach --guard=180
        single svc many --url=ws://127.0.0.1:7790 --pid="$svc" "$@"
        single raw many --label=helidon --url=ws://127.0.0.1:7740/ws --pid="$helidon" "$@"
        [ -z "$ttyd" ] || single ttyd many --label=ttyd --url=ws://127.0.0.1:7701/ws --pid="$ttyd" --nosession "$@"
        [ -z "$ttyd" ] || single ttyd many --label=ttyd+dtach --url=ws://127.0.0.1:7702/ws --pid="$ttyd_dtach" "$@"
    done
done
single svc slow --url=ws://127.0.0.1:7790 --file="$cache/f8.txt" --stall=10 --shared --pid="$svc"
single svc slow --url=ws://127.0.0.1:7790 --file="$cache/f8.txt" --stall=10 --pid="$svc"
single raw slow --label=helidon --url=ws://127.0.0.1:7740/ws --file="$cache/f8.txt" --stall=10 --shared --pid="$helidon"

python3 summary.py "$out"
python3 rows.py "$out"
echo "rings on the disk after all this: $(du -sh "$work/home/scrollback" | cut -f1) for $(find "$work/home/scrollback" -name '*.ring' | wc -l) sessions (T10)"
echo "measured: $out"

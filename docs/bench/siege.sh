#!/bin/sh
# What a server answers while it is attacked in every known way at once, beside the same attack on a bare Helidon:
# docs/bench/siege.sh [seconds [seconds for the bare one]]
# Prints for each: /healthz (p50, p99, max), what the attackers got through, then heap, descriptors and bytes of log.
# Needs a JDK 25, Python 3, dtach, and a build (./svc version).
set -eu
seconds=${1:-300}
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/bin/java-home.sh"
require_java_home java
# shellcheck disable=SC3045 # every sh on Linux has it
ulimit -n 20000
work=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    find "$work/pids" -type f 2>/dev/null | while read -r note; do kill "${note##*/}" 2>/dev/null || true; done
    rm -rf "$work"
}
trap end EXIT
java="$JAVA_HOME/bin/java"
password='correct horse battery'
mkdir -p "$work/page" "$work/pids" "$work/home/.claude/projects/work"
echo '<!doctype html>' >"$work/page/index.html"
cat >"$work/claude" <<PROGRAM
#!/bin/sh
echo \$\$ >"$work/pids/\$\$"
exec yes 'a line that a program prints without end'
PROGRAM
chmod +x "$work/claude"
python3 - "$work/home/.claude/projects/work" <<'STORE'
import json, sys, uuid
texts = ["<" * (250 << 10), "quiet", "quiet", "quiet"]
for at, text in enumerate(texts):
    id = str(uuid.UUID(int=at + (1 << 124)))
    line = lambda role, content: json.dumps({"type": role, "sessionId": id, "uuid": str(uuid.uuid4()), "cwd": "/tmp",
        "timestamp": "2026-11-20T10:00:00Z", "message": {"role": role, "content": content}}) + "\n"
    open(f"{sys.argv[1]}/{id}.jsonl", "w").write(line("user", "a question") + line("assistant", [{"type": "text", "text": text}]))
STORE

after() { # after PID LOG
    "$JAVA_HOME/bin/jcmd" "$1" GC.run >/dev/null 2>&1 || true
    heap=$("$JAVA_HOME/bin/jcmd" "$1" GC.heap_info 2>/dev/null | sed -n 's/.*total [0-9]*K, used \([0-9]*\)K.*/\1/p' | awk '{n += $1} END {print int(n / 1024)}')
    echo "{\"heap_mb\":\"$heap\",\"descriptors\":$(find "/proc/$1/fd" -mindepth 1 | wc -l),\"log_bytes\":$(wc -c <"$2")}"
}

export HOME="$work/home" SVC_HOME="$work/svc" SVC_WEB_DIST="$work/page" SVC_PORT=18768 SVC_ENGINE1_BIN="$work/claude"
echo "$password" | "$java" "@$root/server/jvm.options" -jar "$root/server/target/svc.jar" reset-password --stdin 2>/dev/null
"$java" "@$root/server/jvm.options" -jar "$root/server/target/svc.jar" serve >"$work/log" 2>&1 &
server=$!
until grep -q ready "$work/log"; do sleep 0.2; done
uptime
cookie=$(python3 - "$SVC_PORT" "$password" <<'LOGIN'
import http.client, json, sys
port, password = int(sys.argv[1]), sys.argv[2]
name = f"svc_session_{port}="
c = http.client.HTTPConnection("127.0.0.1", port)
pick = lambda a: next(v.split(";")[0] for k, v in a.getheaders() if k.lower() == "set-cookie" and v.startswith(name))
c.request("GET", "/login"); a = c.getresponse(); a.read()
c.request("POST", "/login", json.dumps({"username": "admin", "password": password}), {"Cookie": pick(a),
    "X-CSRF-Token": a.getheader("x-csrf-token"), "Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"})
a = c.getresponse(); a.read(); print(pick(a))
LOGIN
)
sessions=$(cd "$work/home/.claude/projects/work" && for file in *.jsonl; do echo "engine_1:${file%.jsonl}"; done)
echo svc; after "$server" "$work/log"
# Session ids have no blanks.
# shellcheck disable=SC2086
python3 "$root/docs/bench/siege.py" "$SVC_PORT" "$seconds" "$cookie" $sessions
sleep 12
after "$server" "$work/log"
cut -c1-120 "$work/log" | sed 's/^[^ ]* //; s/[0-9][0-9]*/N/g' | sort | uniq -c | sort -rn | head -n 5
kill "$server"
wait "$server" || true

mkdir "$work/bare"
cat >"$work/bare/Bare.java" <<'BARE'
public final class Bare {
    public static void main(String[] port) {
        io.helidon.webserver.WebServer.builder().host("127.0.0.1").port(Integer.parseInt(port[0]))
                .routing(routes -> routes.get("/healthz", (request, response) -> response.send("ok")))
                .addRouting(io.helidon.webserver.websocket.WsRouting.builder().endpoint("/ws/term/{id}", new io.helidon.websocket.WsListener() {}))
                .build().start();
    }
}
BARE
"$java" "@$root/server/jvm.options" -cp "$root/server/target/svc.jar:$root/server/target/lib/*" "$work/bare/Bare.java" 18769 >"$work/bare.log" 2>&1 &
server=$!
until grep -q 'Started all' "$work/bare.log"; do sleep 0.2; done
echo 'bare Helidon'
python3 "$root/docs/bench/siege.py" 18769 "${2:-$seconds}"
sleep 12
if kill -0 "$server" 2>/dev/null; then after "$server" "$work/bare.log"; else echo 'the process has ended:'; tail -n 3 "$work/bare.log"; fi

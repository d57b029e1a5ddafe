#!/bin/sh
# Time from starting the server to its first 200 on /healthz, and its resident memory then,
# with and without the start-up cache, in interleaved rounds: docs/bench/startup.sh [rounds]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
rounds=${1:-7}
. "$root/bin/java-home.sh"
require_java_home
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/page"
echo '<!doctype html>' >"$work/page/index.html"

cat >"$work/first.mjs" <<'JS'
// first.mjs LABEL PORT COMMAND...: starts the command and asks until it answers.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
const [label, port, command, ...args] = process.argv.slice(2);
const start = process.hrtime.bigint();
const child = spawn(command, args, { stdio: 'ignore' });
for (;;) {
  try {
    if ((await fetch(`http://127.0.0.1:${port}/healthz`)).ok) break;
  } catch {
    await new Promise((next) => setTimeout(next, 5));
  }
}
const ms = Number(process.hrtime.bigint() - start) / 1e6;
const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
const cpu = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
const rss = Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
console.log(label, ms.toFixed(0), rss.toFixed(1), (Number(cpu[11]) + Number(cpu[12])) * 10);
child.kill('SIGTERM');
await new Promise((end) => child.on('exit', end));
JS

run() { # run LABEL [FLAG]
    label=$1
    shift
    SVC_HOME=$work/home-$label SVC_WEB_DIST=$work/page SVC_PORT=18765 \
        node "$work/first.mjs" "$label" 18765 "$JAVA_HOME/bin/java" "@$root/server/jvm.options" \
        -Xlog:disable "$@" -jar "$root/server/target/svc.jar" serve
}

round=0
while [ "$round" -lt "$rounds" ]; do
    run plain >>"$work/out"
    run cached "-XX:AOTCache=$root/server/target/svc.aot" >>"$work/out"
    round=$((round + 1))
done

for label in plain cached; do
    for column in 2 3 4; do
        grep "^$label " "$work/out" | cut -d' ' -f$column | sort -n >"$work/sorted"
        middle=$((($(wc -l <"$work/sorted") + 1) / 2))
        printf '%s %s\n' "$(sed -n "${middle}p" "$work/sorted")" "($(head -n 1 "$work/sorted") .. $(tail -n 1 "$work/sorted"))"
    done | paste -sd '|' - | sed "s/^/$label: ms | MB | cpu ms: /"
done
